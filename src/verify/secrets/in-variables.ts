const KEY = 'ORDERS_MOCK_KEY'

// Fewer characters tell nothing of a key.
const LEAST = 4

/**
 * Writes a text of a request with variables in the place of the key, of its parts and of what could be turned back into
 * it: a key that is nearly right gives most of the right one away. Bash makes the same of it.
 */
export function inVariables(text: string, key: string): string {
  const forms = formsOf(key)
  const pattern = new RegExp(`(${[...forms.keys()].map(quoted).join('|')})`)
  const parts = text.split(pattern).map((part, at) => (at % 2 === 0 ? partly(part, key) : (forms.get(part) ?? '')))
  return parts.reduceRight((after, part) => delimited(part, after) + after, '')
}

/** Quoted for a regular expression. */
function quoted(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}/-]/g, String.raw`\$&`)
}

/** A variable whose name would go on in what follows it is put in braces. */
function delimited(expression: string, next: string): string {
  return /^\$\w+$/.test(expression) && /^[\w:]/.test(next) ? `\${${expression.slice(1)}}` : expression
}

// The longest first, and the key itself before what it is equal to in another form.
function formsOf(key: string): ReadonlyMap<string, string> {
  const piped = (format: string, filter: string) => `$(printf '${format}' "$${KEY}" | ${filter})`
  const forms: readonly (readonly [string, string])[] = [
    ...['%s', '%s:', ':%s'].map((format): [string, string] => {
      const bytes = Buffer.from(format.replace('%s', () => key))
      return [bytes.toString('base64'), piped(format, String.raw`base64 | tr -d '\n'`)]
    }),
    [encodeURIComponent(key), piped('%s', String.raw`od -An -tx1 | tr -d ' \n' | sed 's/../%&/g'`)],
    [key.toUpperCase(), piped('%s', 'tr a-z A-Z')],
    [key.toLowerCase(), piped('%s', 'tr A-Z a-z')],
    [key, `$${KEY}`],
  ]
  return new Map(forms.toSorted(([one], [other]) => other.length - one.length))
}

/** Puts the longest parts of the key first, until what is left is too short to tell anything. */
function partly(text: string, key: string): string {
  for (let length = Math.min(key.length, text.length); length >= LEAST; length--) {
    for (let start = 0; start + length <= key.length; start++) {
      const at = text.indexOf(key.slice(start, start + length))
      if (at === -1) continue
      const [before, after] = [text.slice(0, at), text.slice(at + length)]
      return `${partly(before, key)}\${${KEY}:${start}:${length}}${partly(after, key)}`
    }
  }
  return text
}
