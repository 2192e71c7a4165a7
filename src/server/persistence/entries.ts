import { createHash } from 'node:crypto'
import type { KeptChange, SandboxRecord, ScenarioDocument, SeedRecord, WorldRecord } from '../../core/index.js'
import { stringifyJson } from '../../spec/index.js'

/** A seed whose document stands in an entry of its own. */
export interface StoredSeed {
  readonly document: string
  readonly baseMs: number
}

/** A sandbox whose documents stand in entries of their own. */
export interface StoredSandbox extends Omit<SandboxRecord, 'start' | 'world'> {
  readonly start?: StoredSeed
  readonly world: Omit<WorldRecord, 'seed'> & { readonly seed: StoredSeed }
}

/** What one line of a data file says. */
export type Entry =
  | { readonly kind: 'document'; readonly id: string; readonly document: ScenarioDocument }
  | { readonly kind: 'sandbox'; readonly record: StoredSandbox }
  /** Everything before it was written at once, and nothing of it may be missing. */
  | { readonly kind: 'complete' }
  | Exclude<KeptChange, { readonly kind: 'sandbox' }>

/**
 * Turns changes into entries. A document is written once and then referred to by its content's hash, so that a reset
 * costs the same whatever the size of the scenario.
 */
export class EntryWriter {
  readonly #ids = new WeakMap<ScenarioDocument, string>()
  #written = new Set<string>()

  /** The entries of a change; documents that the file holds already are not among them. */
  entriesOf(change: KeptChange): Entry[] {
    return change.kind === 'sandbox' ? [...this.#sandboxEntries(change.record, this.#written)] : [change]
  }

  /** The entries of a whole new file. */
  *allEntries(records: readonly SandboxRecord[]): Generator<Entry> {
    const written = new Set<string>()
    for (const record of records) {
      for (const entry of this.#sandboxEntries(record, written)) {
        if (entry.kind === 'document') written.add(entry.id)
        yield entry
      }
    }
    yield { kind: 'complete' }
  }

  /** Notes that the entries are in the file now; with `isWhole`, that nothing else is. */
  noteWritten(entries: Iterable<Entry>, { isWhole } = { isWhole: false }): void {
    if (isWhole) this.#written = new Set()
    for (const entry of entries) if (entry.kind === 'document') this.#written.add(entry.id)
  }

  *#sandboxEntries({ start, world, ...rest }: SandboxRecord, written: ReadonlySet<string>): Generator<Entry> {
    const seeds = start === undefined ? [world.seed] : [world.seed, start]
    const documents = new Map(seeds.map(({ document }) => [this.#idOf(document), document]))
    for (const [id, document] of documents) if (!written.has(id)) yield { kind: 'document', id, document }
    const record: StoredSandbox = {
      ...rest,
      ...(start && { start: this.#store(start) }),
      world: { ...world, seed: this.#store(world.seed) },
    }
    yield { kind: 'sandbox', record }
  }

  #store({ document, baseMs }: SeedRecord): StoredSeed {
    return { document: this.#idOf(document), baseMs }
  }

  #idOf(document: ScenarioDocument): string {
    const known = this.#ids.get(document)
    if (known !== undefined) return known
    const id = createHash('sha256').update(stringifyJson(document)).digest('base64url')
    this.#ids.set(document, id)
    return id
  }
}
