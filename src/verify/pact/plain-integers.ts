import { endOfString } from '../../spec/index.js'

// No digit is read twice: there may be millions of them.
const WHOLE_NUMBER = /(?<![\d.])(-?\d+)\.0+(?![\d.eE])/g

/** JSON with its integers spelled as such: to Pact's verifier `2.0` is no integer. What stands in strings stays. */
export function withPlainIntegers(json: string): string {
  if (!json.includes('.0')) return json
  const parts: string[] = []
  for (let start = 0; start < json.length;) {
    const quote = json.indexOf('"', start)
    const open = quote === -1 ? json.length : quote
    parts.push(json.slice(start, open).replaceAll(WHOLE_NUMBER, '$1'))
    start = endOfString(json, open)
    parts.push(json.slice(open, start))
  }
  return parts.join('')
}
