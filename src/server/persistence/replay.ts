import {
  type KeptChange,
  readScenario,
  type SandboxRecord,
  type ScenarioDocument,
  type SeedRecord,
} from '../../core/index.js'
import type { Entry, StoredSandbox, StoredSeed } from './entries.js'
import { DamagedLog } from './log-lines.js'

type Order = (KeptChange & { kind: 'order' })['order']
type SmallChange = Exclude<KeptChange, { kind: 'sandbox' }>

/** A sandbox while the changes that came after its record are put on top. */
interface Draft {
  record: SandboxRecord
  readonly changed: Map<string, Order>
  readonly removed: Set<string>
  highestId: number
}

/**
 * Makes the records of all sandboxes of what a data file says: `main` first, then from the one that was changed first
 * to the one that was changed last.
 *
 * @throws {DamagedLog} if something is missing, or cannot be used
 */
export function replay(entries: readonly Entry[]): SandboxRecord[] {
  const documents = new Map<string, ScenarioDocument>()
  const drafts = new Map<string, Draft>()
  let isComplete = false
  for (const [index, entry] of entries.entries()) {
    if (entry.kind === 'complete') isComplete = true
    else if (entry.kind === 'document') documents.set(entry.id, checked(entry.document, index + 2))
    else if (entry.kind === 'sandbox') putLast(drafts, startDraft(withDocuments(entry.record, documents, index + 2)))
    else change(drafts, entry, index + 2)
  }
  if (!isComplete || !drafts.has('main'))
    throw new DamagedLog(entries.length + 2, 'the end of its first part is missing')
  const records = [...drafts.values()].map(finish)
  return records.toSorted((one, other) => Number(other.name === 'main') - Number(one.name === 'main'))
}

function checked(document: ScenarioDocument, line: number): ScenarioDocument {
  try {
    return readScenario(document)
  } catch (error) {
    throw new DamagedLog(line, `this version cannot use its scenario: ${error instanceof Error ? error.message : ''}`)
  }
}

function withDocuments(
  { start, world, ...rest }: StoredSandbox,
  documents: ReadonlyMap<string, ScenarioDocument>,
  line: number,
): SandboxRecord {
  const lookUp = ({ document: id, baseMs }: StoredSeed): SeedRecord => {
    const document = documents.get(id)
    if (document === undefined) throw new DamagedLog(line, 'it names a scenario that is not there')
    return { document, baseMs }
  }
  return { ...rest, ...(start && { start: lookUp(start) }), world: { ...world, seed: lookUp(world.seed) } }
}

function startDraft(record: SandboxRecord): Draft {
  const { changed, removed, highestId } = record.world
  return { record, changed: new Map(changed.map((order) => [order.id, order])), removed: new Set(removed), highestId }
}

/** A sandbox counts as used when it changes; the mock lets go those first that were not used for longest. */
function putLast(drafts: Map<string, Draft>, draft: Draft): void {
  drafts.delete(draft.record.name)
  drafts.set(draft.record.name, draft)
}

function change(drafts: Map<string, Draft>, entry: SmallChange, line: number): void {
  const draft = drafts.get(entry.sandbox)
  if (draft === undefined) throw new DamagedLog(line, `it changes a sandbox "${entry.sandbox}" that is not there`)
  if (entry.kind === 'end') {
    drafts.delete(entry.sandbox)
    return
  }
  putLast(drafts, draft)
  if (entry.kind === 'order') putOrder(draft, entry.order)
  else if (entry.kind === 'removal') removeOrder(draft, entry.orderId)
  else {
    const { kind: _, sandbox: __, ...part } = entry
    draft.record = { ...draft.record, world: { ...draft.record.world, ...part } }
  }
}

function putOrder(draft: Draft, order: Order): void {
  const id = Number(order.id)
  if (Number.isSafeInteger(id) && id > draft.highestId) draft.highestId = id
  draft.removed.delete(order.id)
  draft.changed.set(order.id, order)
}

/** Ids that the seed does not have do no harm among the removed ones: a store leaves them out. */
function removeOrder(draft: Draft, orderId: string): void {
  draft.changed.delete(orderId)
  draft.removed.add(orderId)
}

function finish({ record, changed, removed, highestId }: Draft): SandboxRecord {
  return { ...record, world: { ...record.world, changed: [...changed.values()], removed: [...removed], highestId } }
}
