import { ToolError } from '../input/index.js'
import { stringifyJson } from '../spec/index.js'

/** Characters of an answer: below 2,000 tokens, of which JSON has one for three characters. */
const MAX_CHARACTERS = 5500

/** How many there are, a line for each, as many as fit and at most a limit, and how to see the others. */
export function list(title: string, items: readonly unknown[], limit = 20, narrower = 'Raise "limit".'): string {
  const lines: string[] = []
  let left = MAX_CHARACTERS - title.length - narrower.length - 100
  for (const item of items.slice(0, limit)) {
    const line = typeof item === 'string' ? item : stringifyJson(item)
    left -= line.length + 1
    if (left < 0) break
    lines.push(line)
  }
  const hidden = items.length - lines.length
  if (hidden > 0) lines.push(`… and ${hidden.toLocaleString('en-US')} more. ${narrower}`)
  return [`${title} (${items.length.toLocaleString('en-US')}):`, ...lines].join('\n')
}

/** One page of a long text. */
export function page(text: string, number: number): string {
  const size = MAX_CHARACTERS - 100
  const count = Math.ceil(text.length / size)
  if (number > count) throw new ToolError(`There are ${count} pages. Ask for one of them.`)
  const part = text.slice((number - 1) * size, number * size)
  return number === count ? part : `${part}\n… page ${number} of ${count}. Next: page ${number + 1}.`
}

export function cut(text: string): string {
  return text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS - 1)}…`
}
