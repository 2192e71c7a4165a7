import { dirname, isAbsolute, resolve } from 'node:path'
import { readYaml } from '../../node/index.js'

/** A value, and the file that it stands in. */
export interface Place {
  readonly value: unknown
  readonly file: string
}

/** A reference that leads nowhere, or where only Prism can go. */
export class UnreadableReferenceError extends Error {
  override readonly name = 'UnreadableReferenceError'
}

/**
 * The references of a description, followed as Prism follows them, which is a second faster than to load Prism for it. They
 * lead to YAML and JSON files on this machine; Prism has readers for others.
 */
export class References {
  readonly #files = new Map<string, unknown>()

  /**
   * Reads all files that a description consists of.
   *
   * @throws {UnreadableReferenceError} if a reference leads nowhere, or where nothing can be read here
   */
  static async read(root: Place): Promise<References> {
    const references = new References()
    references.#files.set(root.file, root.value)
    for (const [file, content] of references.#files) await references.#readFilesBehind({ value: content, file })
    references.#check(root)
    return references
  }

  /** What stands at a place when its references are followed; `undefined` if they only lead back to themselves. */
  follow(place: Place, seen = new Set<unknown>()): Place | undefined {
    const { value, file } = place
    if (!isReference(value)) return place
    // Prism reads such members as if they stood in the other file.
    if (Object.values(value).some((beside) => typeof beside === 'object'))
      throw new UnreadableReferenceError(value.$ref)
    if (seen.has(value)) return undefined
    seen.add(value)
    const target = readTarget(value.$ref, file)
    return this.#walk({ value: this.#files.get(target.file), file: target.file }, target.steps, seen)
  }

  /** The members of the object at a place; those beside a reference go before those that it leads to. */
  members(place: Place, seen = new Set<unknown>()): Map<string, Place> {
    const { value, file } = place
    if (typeof value !== 'object' || value === null || seen.has(value)) return new Map()
    seen.add(value)
    const own = Object.entries(value).map(([name, inner]): [string, Place] => [name, { value: inner, file }])
    if (!isReference(value)) return new Map(own)
    const beside = own.filter(([name]) => name !== '$ref')
    const target = this.follow(place)
    if (target === undefined) return new Map(beside)
    if (typeof target.value !== 'object') return new Map()
    const names = new Set(beside.map(([name]) => name))
    return new Map([...beside, ...[...this.members(target, seen)].filter(([name]) => !names.has(name))])
  }

  async #readFilesBehind({ value, file }: Place): Promise<void> {
    for (const { $ref } of referencesIn(value)) {
      const target = readTarget($ref, file)
      if (!this.#files.has(target.file)) this.#files.set(target.file, await readContent(target.file))
    }
  }

  /** Only what can be reached from the root has to lead somewhere. */
  #check(root: Place): void {
    const seen = new Set<unknown>()
    const waiting = [root]
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
      const { file } = place
      for (const reference of referencesIn(place.value, seen)) {
        const target = this.follow({ value: reference, file })
        if (target !== undefined) waiting.push(target)
      }
    }
  }

  #walk(start: Place, steps: readonly string[], seen: Set<unknown>): Place | undefined {
    let place: Place | undefined = start
    for (const step of steps) {
      place = this.members(place).get(step)
      if (place?.value === undefined || place.value === null) throw new UnreadableReferenceError(step)
    }
    return this.follow(place, seen)
  }
}

interface Reference {
  readonly $ref: string
}

function isReference(value: unknown): value is Reference {
  return typeof value === 'object' && value !== null && '$ref' in value && typeof value.$ref === 'string'
}

/** All references in a value; each object is looked at once. */
function* referencesIn(value: unknown, seen = new Set<unknown>()): Generator<Reference> {
  const waiting = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next !== 'object' || next === null || seen.has(next)) continue
    seen.add(next)
    if (isReference(next)) yield next
    for (const inner of Object.values(next)) waiting.push(inner)
  }
}

/** Where a reference in a file leads: a file, and the names on the way to what it means there (RFC 6901). */
function readTarget($ref: string, file: string): { readonly file: string; readonly steps: readonly string[] } {
  const [address = '', ...rest] = $ref.split('#')
  const [top = '', ...steps] = rest.join('#').split('/').map(decode)
  if (top !== '') throw new UnreadableReferenceError($ref)
  return { file: address === '' ? file : readAddress(address, dirname(file)), steps }
}

/** Prism also reads from other hosts, decodes percent signs in a way of its own, and follows what it finds in examples. */
function readAddress(address: string, folder: string): string {
  if (address.includes('%')) throw new UnreadableReferenceError(address)
  if (isAbsolute(address)) return address
  if (/^[a-z][a-z0-9+.-]*:/i.test(address) || !isAbsolute(folder)) throw new UnreadableReferenceError(address)
  return resolve(folder, address)
}

function decode(step: string): string {
  return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~')
}

async function readContent(path: string): Promise<unknown> {
  if (!/\.(?:ya?ml|json)$/i.test(path)) throw new UnreadableReferenceError(path)
  const file = await readYaml(path, { what: 'the file' })
  if (file.hasErrors) throw new UnreadableReferenceError(path)
  return file.content()
}
