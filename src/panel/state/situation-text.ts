import type { ScenarioDocument } from '../../control-client/index.js'
import { parseJson, stringifyJson } from '../../spec/index.js'

/** What a link may carry, in bytes once it is unpacked: some bytes could become a thousand times as many. */
const MAX_UNPACKED = 4 * 2 ** 20
const TOO_LARGE = 'This link carries more than 4 MiB, the most that is read. Load a scenario file instead.'

/** Longer links are cut by some of the programs that people send them with. */
const MAX_LINK_CHARS = 30_000

export async function writeScenario(document: ScenarioDocument, format: 'yaml' | 'json'): Promise<string> {
  if (format === 'json') return stringifyJson(document, 2)
  const { stringify } = await import('yaml')
  return stringify(document)
}

/** Every integer is exact; the mock checks the content. @throws {Error} if the file is neither YAML nor JSON */
export async function readScenario(file: File): Promise<ScenarioDocument> {
  const text = await file.text()
  if (file.name.endsWith('.json')) return parseJson(text) as ScenarioDocument
  const { parse } = await import('yaml')
  return parse(text, { intAsBigInt: true }) as ScenarioDocument
}

/** A link that carries a whole state behind its `#`, which no server is sent; `undefined` if that is too large. */
export async function linkTo(document: ScenarioDocument): Promise<string | undefined> {
  const json = new TextEncoder().encode(stringifyJson(document))
  if (json.length > MAX_UNPACKED) return undefined
  const bytes = await pipe(json, new CompressionStream('deflate-raw'))
  if (bytes.length > MAX_LINK_CHARS) return undefined
  const base64url = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
  const link = `${location.origin}${location.pathname}#situation=${base64url}`
  return link.length > MAX_LINK_CHARS ? undefined : link
}

/** @throws {Error} if a part of the link is missing, or if it carries too much */
export async function unpack(packed: string): Promise<ScenarioDocument> {
  try {
    if (packed.length > MAX_LINK_CHARS) throw new RangeError(TOO_LARGE)
    const bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
    const json = await pipe(bytes, new DecompressionStream('deflate-raw'))
    return parseJson(new TextDecoder().decode(json)) as ScenarioDocument
  } catch (cause) {
    if (cause instanceof RangeError) throw cause
    throw new Error('This link is incomplete. Ask the sender to copy it again.', { cause })
  }
}

/** @throws {RangeError} if more comes out than a link may carry; the rest is not unpacked */
async function pipe(bytes: Uint8Array<ArrayBuffer>, through: CompressionStream): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(through).getReader()
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    length += next.value.length
    if (length > MAX_UNPACKED) throw new RangeError(TOO_LARGE)
    chunks.push(next.value)
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer())
}

/** Hands a text to the person as a file. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text]))
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  // The browser has taken it once this turn is over.
  setTimeout(() => URL.revokeObjectURL(url))
}
