/** Text for a shell command: literal text, and expressions such as `$id` that the shell replaces. */
export type ShellText = readonly (string | Expression)[]

interface Expression {
  readonly expression: string
}

/** A variable of the lines, and what it held in the run. */
export interface ShellVariable {
  readonly name: string
  readonly value: string
}

/** An expression that the shell replaces. */
export function expression(text: string): Expression {
  return { expression: text }
}

/** One word of a command; the shell reads nothing into its literal parts. */
export function shellWord(text: ShellText): string {
  const literals = text.filter((part) => typeof part === 'string')
  if (literals.length === text.length) return inSingleQuotes(literals.join(''))
  // An interactive bash expands `!` in double quotes, however it is escaped.
  if (literals.some((part) => part.includes('!'))) {
    return text.map((part) => (typeof part === 'string' ? inSingleQuotes(part) : `"${part.expression}"`)).join('')
  }
  return `"${text.map((part) => (typeof part === 'string' ? escaped(part) : part.expression)).join('')}"`
}

/** Puts variables in the place of ids, which stand in paths (`/store/orders/7`) and after the word "order". */
export function withVariables(text: string, variables: readonly ShellVariable[]): ShellText {
  return text.split(/(?<=\/|\border )(-?\d+)(?![\w.])/i).map((part, index) => {
    const variable = index % 2 === 0 ? undefined : variables.findLast(({ value }) => value === part)
    return variable === undefined ? part : expression(`$${variable.name}`)
  })
}

/** The text as it is read by a person. */
export function plainText(text: ShellText): string {
  return text.map((part) => (typeof part === 'string' ? part : part.expression)).join('')
}

function inSingleQuotes(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function escaped(text: string): string {
  return text.replaceAll(/[\\"$`]/g, String.raw`\$&`)
}
