import { styleText } from 'node:util'

/** Only characters that steer nothing, as in most texts. */
const HARMLESS = /^[ !"$-9;-~]*$/
const STEERING = /[\p{Control}\p{Format}\p{Line_Separator}\p{Paragraph_Separator}]/gu

/**
 * Text from others must steer neither a terminal nor the log of a CI job: no control characters, none that reverse or
 * break the line, and no workflow commands, which are `::name::` where a line begins and `##[name]` or `##name[`
 * anywhere.
 */
export function printable(text: string): string {
  if (HARMLESS.test(text)) return text
  return text
    .replaceAll(STEERING, '\ufffd')
    .replace(/^(\s*):(?=:)/, '$1: ')
    .replaceAll(/#(?=#\w*\[)/g, '# ')
}

export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}

/** The same for JSON, where escapes keep the value as it is. Line ends stay. */
export function printableJson(json: string): string {
  const escaped = json.replaceAll(STEERING, (character) => (character === '\n' ? character : unicodeEscapes(character)))
  return escaped.replaceAll(/#(?=#\w*\[)/g, unicodeEscapes('#'))
}

function unicodeEscapes(text: string): string {
  return text.replaceAll(/[^]/g, (unit) => String.raw`\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Colours a text for a terminal, or leaves it as it is. */
export type Paint = (style: Parameters<typeof styleText>[0], text: string) => string

/** @param colors whether the text goes to a terminal that shows colours */
export function painter({ colors }: { readonly colors: boolean }): Paint {
  return (style, text) => (colors ? styleText(style, text, { validateStream: false }) : text)
}

/** Such as "1 check" or "36 checks". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
