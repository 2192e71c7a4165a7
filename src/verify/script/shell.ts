import { SECRETS } from '../secrets.js'

/** Code for bash. Only this file makes it, so whatever else comes into it is a word that runs nothing. */
class Code {
  constructor(readonly text: string) {}
}

export type ShellCode = Code

/** A word that the shell completes: literal texts, and what stands in double quotes, such as a variable. */
export type ShellText = readonly (string | Code)[]

/**
 * Makes shell code of a template: every text that is put in becomes one quoted word, and code stays code.
 *
 * @example sh`curl -i ${url} | grep -F ${text}`
 */
export function sh(template: TemplateStringsArray, ...values: readonly (string | Code | readonly Code[])[]): Code {
  const texts = values.map((value) => [value].flat().map(asCode).join(' '))
  return new Code(String.raw({ raw: template.raw }, ...texts))
}

/** A variable that the shell replaces, by `otherwise` while it is not set. */
export function variable(name: string, otherwise?: bigint): Code {
  return new Code(otherwise === undefined ? `$${name}` : `\${${name}:-${otherwise}}`)
}

/** One word of a command. */
export function word(parts: ShellText): Code {
  if (parts.every((part) => typeof part === 'string')) return new Code(quoted(parts.join('')))
  // In double quotes other characters may mean something to bash: `!` does so even where it is escaped.
  const isPlain = parts.every((part) => typeof part !== 'string' || /^[\w :;,./?&=+@~-]*$/.test(part))
  if (isPlain) return new Code(`"${parts.map((part) => (typeof part === 'string' ? part : part.text)).join('')}"`)
  return new Code(parts.map((part) => (typeof part === 'string' ? quoted(part) : `"${part.text}"`)).join(''))
}

/** A line with a comment at its end. */
export function line(command: Code, comment: string): string {
  return `${command.text}  # ${comment.replaceAll(/[\p{Control}\p{Format}\p{Separator}]+/gu, ' ')}`
}

/** Lets the shell put in the secrets for which variables stand in a text. */
export function withSecrets(text: string): ShellText {
  return text.split(SECRETS).map((part, index) => (index % 2 === 0 ? part : new Code(part)))
}

// Characters that steer a terminal or hide what follows, bracketed pasting included.
const STEERING = /[\p{Control}\p{Format}\p{Line_Separator}\p{Paragraph_Separator}]/u

function asCode(value: string | Code): string {
  return typeof value === 'string' ? quoted(value) : value.text
}

function quoted(text: string): string {
  if (/^[\w-]+$/.test(text)) return text
  if (!STEERING.test(text)) return `'${text.replaceAll("'", String.raw`'\''`)}'`
  return `$'${text.replaceAll(/['\\]/g, String.raw`\$&`).replaceAll(new RegExp(STEERING, 'gu'), inOctal)}'`
}

function inOctal(character: string): string {
  return [...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
}
