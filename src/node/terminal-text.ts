import { styleText } from 'node:util'

/** What others sent must not steer a terminal: no control characters, and none that reverse or break the line. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Control}\p{Format}\p{Line_Separator}\p{Paragraph_Separator}]/gu, '\ufffd')
}

/** Colours a text for a terminal, or leaves it as it is. */
export type Paint = (style: Parameters<typeof styleText>[0], text: string) => string

/** @param colors whether the text goes to a terminal that shows colours */
export function painter(colors: boolean): Paint {
  return (style, text) => (colors ? styleText(style, text, { validateStream: false }) : text)
}
