/** Shorter texts tell nothing of a secret, and stand in other texts by chance. */
const LEAST = 4
/** A header may say `true` or `debug`. */
const LEAST_OF_HEADER = 6
/** Shorter texts are found where they are whole words. */
const LEAST_IN_WORDS = 8

const ESCAPED = /[%&\\\u0080-\uFFFF]/
const TOKEN =
  /%(?:25){0,3}(?<hex>[\da-f]{2})|&(?:amp;){0,3}(?:#x0{0,6}(?<html>[\da-f]{1,6})|#0{0,7}(?<decimal>\d{1,7})|(?<name>amp|lt|gt|quot|apos));|\\{1,8}(?:u(?<json>[\da-f]{4})|x(?<js>[\da-f]{2})|(?<quoted>.))|[^%&\\\u0080-\uFFFF]+|[^]/giu
/** The mark of a cut in UTF-8, and what is left of a character that was escaped. */
const MARK = '\u00e2\u0080\u00a6'
const CUT = new RegExp(
  String.raw`(?:%(?:25){0,3}[\da-f]?|&(?:amp;){0,3}[#\w]{0,9}|\\{0,8}[ux]?[\da-f]{0,3})${MARK}`,
  'g',
)
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Creates a function that replaces secrets in texts, in the spellings that a server plausibly returns:
 * as they are, percent-encoded, escaped for HTML or JSON, in other letter case, in Base64 or base64url (also as a part of
 * what was encoded), and in hexadecimal; up to two characters may be missing at an end, and more where a text was cut.
 */
export function secretHider(secrets: readonly (readonly [secret: string, shown: string])[]): (text: string) => string {
  const needles = secrets.flatMap(([secret, shown]) => formsOf(secret).map((form) => [canonical(form), shown] as const))
  return (text) => {
    const { plain, startOf } = decoded(text)
    const ends = cutsIn(plain)
    const found = needles.flatMap(([needle, shown]) => [
      ...occurrences(plain, needle).map((at) => ({ from: startOf(at), to: startOf(at + needle.length), shown })),
      ...ends.flatMap(([end, cut]) => {
        const length = lengthBefore(end, plain, needle)
        return length < LEAST ? [] : [{ from: startOf(end - length), to: startOf(cut), shown }]
      }),
    ])
    let [result, done] = ['', 0]
    for (const { from, to, shown } of found.toSorted((one, other) => one.from - other.from)) {
      if (from >= done) result += text.slice(done, from) + shown
      done = Math.max(done, to)
    }
    return result + text.slice(done)
  }
}

/** What of a header may stand elsewhere by itself: its value without a scheme, and each cookie or other part of it. */
export function secretPartsOf(value: string): string[] {
  const parts = value.split(/[\s;,]+/).flatMap((part) => [part, part.replaceAll(/^[^=]*="?|"$/g, '')])
  return [value, value.replace(/^[\w-]+ +/, ''), ...parts].filter((part) => part.length >= LEAST_OF_HEADER)
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  if (bytes.length < LEAST) return []
  // What Base64 makes of the secret depends on how many bytes stand before it.
  const parts = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
    return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6))
  })
  const whole = bytes.toString('base64').replace(/=+$/, '')
  const forms = [whole, ...parts].flatMap((part) => windows(part, 3))
  return [...windows(bytes.toString('latin1'), 2), ...windows(bytes.toString('hex'), 4), ...forms]
}

/** All parts of a text that lack only so many characters; together they cover what lacks none. */
function windows(text: string, lacking: number): string[] {
  const length = Math.min(text.length, Math.max(LEAST_IN_WORDS, text.length - lacking))
  return Array.from({ length: text.length - length + 1 }, (_, at) => text.slice(at, at + length))
}

function occurrences(text: string, needle: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) {
    const around = text.charAt(at - 1) + text.charAt(at + needle.length)
    if (needle.length >= LEAST_IN_WORDS || !/[a-z\d]/.test(around)) places.push(at)
  }
  return places
}

/** Where excerpts of longer texts end: where the mark of the cut begins, and where the last whole character ends before it. */
function cutsIn(plain: string): (readonly [end: number, cut: number])[] {
  return Array.from(plain.matchAll(CUT)).flatMap(({ index, 0: { length } }) => {
    const cut = index + length - MARK.length
    return [[cut, cut] as const, [index, cut] as const]
  })
}

function lengthBefore(end: number, plain: string, needle: string): number {
  let length = Math.min(end, needle.length - 1)
  while (length >= LEAST && !plain.endsWith(needle.slice(0, length), end)) length -= 1
  return length
}

/** In lower case, and in the alphabet of Base64. */
function canonical(text: string): string {
  return text.toLowerCase().replaceAll('-', '+').replaceAll('_', '/')
}

/** The bytes that a text means, and where each begins in it. */
function decoded(text: string): { plain: string; startOf: (at: number) => number } {
  if (!ESCAPED.test(text)) return { plain: canonical(text), startOf: (at) => at }
  let plain = ''
  const starts: number[] = []
  for (const { 0: token, index, groups = {} } of text.matchAll(TOKEN)) {
    const isRun = !ESCAPED.test(token)
    const bytes = isRun ? token : meant(token, groups)
    plain += bytes
    for (let at = 0; at < bytes.length; at++) starts.push(isRun ? index + at : index)
  }
  return { plain: canonical(plain), startOf: (at) => starts[at] ?? text.length }
}

function meant(
  token: string,
  { hex, html, decimal, name, json, js, quoted }: Readonly<Record<string, string | undefined>>,
) {
  if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
  const code = html ?? json ?? js
  const point = code === undefined ? Number(decimal) : Number.parseInt(code, 16)
  const character =
    point <= 0x10_ff_ff ? String.fromCodePoint(point) : (NAMED[name?.toLowerCase() ?? ''] ?? quoted ?? token)
  return Buffer.from(character).toString('latin1')
}
