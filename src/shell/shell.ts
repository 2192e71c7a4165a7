/** Code for bash and zsh. Only this file creates it, so whatever else comes into it is a word that runs nothing. */
class Code {
  constructor(readonly text: string) {}
}

export type ShellCode = Code

/** A word that the shell completes: literal texts, and what stands in double quotes, such as a variable. */
export type ShellText = readonly (string | Code)[]

/**
 * Creates shell code from a template: every text that is put in becomes one quoted word, and code stays code.
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

/** One word of a command; each character of its texts is a byte, as in the head of a request. */
export function word(parts: ShellText): Code {
  const texts = parts.filter((part) => typeof part === 'string')
  if (texts.length === parts.length) return new Code(quotedBytes(texts.join('')))
  // In double quotes other characters may mean something to a shell: `!` does so even where it is escaped.
  if (texts.every((text) => /^[\w :;,./?&=+@~-]*$/.test(text)))
    return new Code(`"${parts.map((part) => (typeof part === 'string' ? part : part.text)).join('')}"`)
  return new Code(parts.map((part) => (typeof part === 'string' ? quotedBytes(part) : `"${part.text}"`)).join(''))
}

export function line(command: Code, text: string): string {
  // Where somebody types, zsh knows no comments: with the semicolon they are a command that is not there.
  return `${command.text};  ${comment(text)}`
}

/** A comment, which runs nothing where it is none. */
export function comment(text: string): string {
  const shown = text.replaceAll(/[\p{Control}\p{Format}\p{Separator}]+/gu, ' ')
  return `# ${/^[\w ,./:…-]*$/.test(shown) ? shown : quoted(shown)}`
}

// Noncharacters, which no head of a request has.
const MARKED = /\uFDD0([^\uFDD0\uFDD1]*)\uFDD1/
const MARKS = /[\uFDD0\uFDD1]/g

/** Marks code inside a text. What else the text says stays literal, even if it says the same. */
export function mark(code: string): string {
  return `\uFDD0${code}\uFDD1`
}

/** The text as people read it. Before code is marked in a text from others, this takes away marks of theirs. */
export function unmarked(text: string): string {
  return text.replaceAll(MARKS, '')
}

/** Literal texts, and the code that was marked between them. */
export function codeIn(text: string): ShellText {
  return text.split(MARKED).map((part, index) => (index % 2 === 0 ? part : new Code(part)))
}

// What steers a terminal or the log of a CI job, or hides what follows, bracketed pasting included.
const STEERING = /[\p{Control}\p{Format}\p{Line_Separator}\p{Paragraph_Separator}]|##\w*\[/u

function asCode(value: string | Code): string {
  return typeof value === 'string' ? quoted(value) : value.text
}

function quoted(text: string): string {
  if (/^[\w-]+$/.test(text)) return text
  return STEERING.test(text) ? inOctal(new TextEncoder().encode(text)) : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** Bytes that are UTF-8 are shown as what they mean. */
function quotedBytes(text: string): string {
  if (/[^\0-\u00FF]/.test(text)) return quoted(text)
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0))
  try {
    return quoted(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    return inOctal(bytes)
  }
}

/** Neither a quote nor a backslash is in it: a shell that does not know this way of quoting reads one word, too. */
function inOctal(bytes: Uint8Array): string {
  return `$'${Array.from(bytes, shownByte).join('')}'`
}

function shownByte(byte: number): string {
  const character = String.fromCharCode(byte)
  return /[ "$-&(-[\]-~]/.test(character) ? character : `\\${byte.toString(8).padStart(3, '0')}`
}
