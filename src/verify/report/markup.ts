import { printableLines } from '../../node/index.js'

type Content = Markup | string | number | readonly Markup[]

/** XML or HTML in which every text is escaped: only the tag `markup` creates it. */
export class Markup {
  constructor(readonly text: string) {}
}

/** Writes XML or HTML. The values of the template are escaped, unless they are markup. */
export function markup(template: TemplateStringsArray, ...values: readonly Content[]): Markup {
  const parts = values.map((value, index) => {
    if (value instanceof Markup) return value.text
    if (typeof value === 'object') return value.map(({ text }) => text).join('')
    const text = escaped(`${value}`)
    return template[index]?.endsWith('="') === true ? text.replaceAll('\n', '&#10;') : text
  })
  return new Markup(String.raw({ raw: template }, ...parts))
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

// XML 1.0 has no place for most control characters, not even escaped.
function escaped(text: string): string {
  const legal = printableLines(text).replaceAll(/[^\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
  return legal.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
}
