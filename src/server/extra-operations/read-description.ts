import { realpath } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { ToolError } from '../../input/index.js'
import { MAX_FILE_BYTES, readYaml, reasonOf } from '../../node/index.js'

const IS_ADDRESS = /^https?:\/\//i
/** A longer path leads the generator of fake data out of its own functions, to `Function` and so to any code. */
const LONG_PATH = /\..*\./s

/**
 * Reads a description, and the files that it refers to, as one document in which all references are local.
 * @param allowed the folders and origins to which references may lead, besides the folder of the file
 * @throws {ToolError} if a reference leads elsewhere, which is then not read, or if a file cannot be used
 */
export async function readDescription(file: string, allowed: readonly string[]) {
  const origins = allowed.filter((place) => IS_ADDRESS.test(place)).map(originOf)
  const named = [dirname(file), ...allowed.filter((place) => !IS_ADDRESS.test(place))].map((folder) => resolve(folder))
  const folders = [...named, ...(await Promise.all(named.map((folder) => realpath(folder))))]
  const { text, content } = await readYaml(file, 'the description', { merge: true })
  /** Every file by its address, and where it is in the document; a reference to another file adds it. */
  const pointers = new Map([[pathToFileURL(file).href, '']])
  const files: unknown[] = []
  for (const [address] of pointers) {
    const inner = files.length === 0 ? content : await readReferenced(new URL(address), { origins, folders })
    files.push(
      copyOf(inner, (reference) => {
        if (!URL.canParse(reference, address)) throw new Error(`"${reference}" is not a reference`)
        const url = new URL(reference, address)
        const { hash } = url
        url.hash = ''
        const pointer = pointers.get(url.href) ?? `/x-files/${pointers.size}`
        pointers.set(url.href, pointer)
        return `#${pointer}${hash.slice(1)}`
      }),
    )
  }
  return { text, document: { ...(files[0] as object), 'x-files': files.with(0, {}) } }
}

function originOf(place: string): string {
  const { origin, href } = new URL(place)
  if (href === `${origin}/`) return origin
  throw new ToolError(`--openapi-allow takes an origin without a path: use ${origin}.`)
}

interface Allowed {
  readonly origins: readonly string[]
  readonly folders: readonly string[]
}

async function readReferenced(url: URL, { origins, folders }: Allowed): Promise<unknown> {
  const isInside = (path: string): boolean => folders.some((folder) => path.startsWith(folder.replace(/[/\\]?$/, sep)))
  const refuse = (place: string): Error =>
    new Error(`it refers to ${url.href}. Pass --openapi-allow ${place} if this may be read`)
  if (IS_ADDRESS.test(url.href)) {
    if (!origins.includes(url.origin)) throw refuse(url.origin)
    return (await readYaml(url.href, 'the file', { merge: true }, download)).content
  }
  if (url.protocol !== 'file:')
    throw new Error(`it refers to ${url.href}, which is neither a file nor an http(s) address`)
  const path = fileURLToPath(url)
  // Before the file system is asked, which on Windows may mean another machine.
  if (!isInside(path)) throw refuse(dirname(path))
  const real = await realpath(path).catch((error: unknown) => {
    throw new Error(`it refers to ${path}: ${reasonOf(error)}`)
  })
  if (!isInside(real)) throw refuse(dirname(real))
  return (await readYaml(real, 'the file', { merge: true })).content
}

async function download(address: string): Promise<Uint8Array> {
  // A redirect could lead to any place.
  const response = await fetch(address, { redirect: 'error' }).catch(({ cause }: Error) => {
    throw cause as Error
  })
  if (!response.ok) throw new Error(`the server responded with ${response.status}`)
  // What takes too long or too much memory ends this thread.
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (bytes.length > MAX_FILE_BYTES) throw new Error('it is too large')
  return bytes
}

/** Copies what Prism understands, with other references. */
function copyOf(node: unknown, refer: (reference: string) => string): unknown {
  if (typeof node === 'bigint') return Number(node)
  if (Array.isArray(node)) return node.map((each) => copyOf(each, refer))
  if (typeof node !== 'object' || node === null) return node
  const members = Object.entries(node).flatMap(([name, value]: [string, unknown]) => {
    if (name === '$ref' && typeof value === 'string' && value !== '') return [[name, refer(value)]]
    // Prism takes such integers to be those that a double holds, and would refuse correct ids beyond 2^53.
    if (name === 'format' && value === 'int64') return []
    const paths = typeof value === 'string' ? [value] : Object.keys(value ?? {})
    if (/^(?:x-)?faker$/.test(name) && paths.some((path) => LONG_PATH.test(path))) return []
    return [[name, copyOf(value, refer)]]
  })
  return Object.fromEntries(members)
}
