import { delimited, quoted } from './in-variables.js'

// What is shorter may stand in other text by chance, and what is not long where a longer word goes on.
const LEAST = 4
const LONG = 8
const LEAST_IN_BASE64 = 6

/** What a provider may repeat of what it was sent, in the spellings in which it may, and the variable that has it. */
export class Echoes {
  readonly #expressions = new Map<string, string>()
  /** Of these there is more before and after in base64. */
  readonly #cores = new Map<string, string>()
  #pattern: RegExp | undefined

  add(value: string, expression: string): void {
    if (value.length < LEAST || this.#expressions.has(value)) return
    for (const spelled of spellings(value)) this.#expressions.set(spelled, expression)
    for (const core of base64Cores(value)) this.#cores.set(core, expression)
    this.#pattern = undefined
  }

  redact(text: string): string {
    if (this.#expressions.size === 0) return text
    this.#pattern ??= this.#compile()
    return this.#withoutCut(text).replaceAll(this.#pattern, (found: string, offset: number, whole: string) =>
      delimited(this.#expressionOf(found), whole.slice(offset + found.length)),
    )
  }

  #compile(): RegExp {
    const whole = [...this.#expressions.keys()].toSorted((one, other) => other.length - one.length)
    const cores = [...this.#cores.keys()].map((core) => String.raw`${quoted(core)}[\w+/-]*=*`)
    return new RegExp(
      [...whole.map((each) => (each.length < LONG ? bounded(each) : quoted(each))), ...cores].join('|'),
      'g',
    )
  }

  #expressionOf(found: string): string {
    const core = [...this.#cores].find(([each]) => found.includes(each))
    return this.#expressions.get(found) ?? core?.[1] ?? ''
  }

  /** A secret whose end was cut off with the text behind it. */
  #withoutCut(text: string): string {
    const [before = '', ...after] = text.split('…')
    if (after.length === 0) return text
    for (const [value, expression] of this.#expressions) {
      for (let length = value.length - 1; length >= LEAST; length--) {
        const start = value.slice(0, length)
        if (before.endsWith(start)) return [before.slice(0, -length) + expression, ...after].join('…')
      }
    }
    return text
  }
}

// As it is, in a string of JSON, and encoded for a URL, once or twice.
function spellings(value: string): Set<string> {
  if (value.length < LONG) return new Set([value])
  const percent = encodeURIComponent(value)
  const lowerCase = percent.replaceAll(/%../g, (escape) => escape.toLowerCase())
  return new Set([value, JSON.stringify(value).slice(1, -1), percent, lowerCase, encodeURIComponent(percent)])
}

/**
 * What base64 makes of a secret wherever it stands among other text, such as the password of a user: three different
 * texts, by the place of its first byte, without the characters that the bytes beside it have a part in.
 */
function base64Cores(value: string): string[] {
  const bytes = Buffer.from(value)
  if (bytes.length < LEAST_IN_BASE64) return []
  return [0, 1, 2].flatMap((before) => {
    const from = Math.ceil((before * 8) / 6)
    const to = Math.floor(((before + bytes.length) * 8) / 6)
    const padded = Buffer.concat([Buffer.alloc(before), bytes])
    return (['base64', 'base64url'] as const).map((encoding) => padded.toString(encoding).slice(from, to))
  })
}

// What is encoded for a URL may follow an escape, such as that of the space after a scheme.
function bounded(text: string): string {
  return `(?<![A-Za-z0-9](?<!%[A-Fa-f0-9]{2}))${quoted(text)}(?![A-Za-z0-9])`
}
