import { styleText } from 'node:util'

/** Colours for a terminal, or none. */
export interface Paint {
  good(text: string): string
  bad(text: string): string
  warn(text: string): string
  faint(text: string): string
  strong(text: string): string
}

/** @param format whether the text goes to a terminal that shows colours */
export function paintFor({ colors }: { colors: boolean }): Paint {
  const style = (format: Parameters<typeof styleText>[0]) => (text: string) =>
    colors ? styleText(format, text, { validateStream: false }) : text
  return {
    good: style('green'),
    bad: style('red'),
    warn: style('yellow'),
    faint: style('dim'),
    strong: style('bold'),
  }
}
