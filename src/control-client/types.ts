import type {
  FreedomsInput,
  JournalFilter,
  MockEvent,
  OrderBatch,
  OrderView,
  ScenarioName,
  Schemas,
} from '../core/index.js'

/** An id in a program: a safe number, a bigint, or decimal digits. */
export type IdLike = Schemas['ScenarioId']

/** An order with the status that the API does not show. Its ids keep every digit. */
export type ControlOrder = OrderView

/** Fields of an order to add; without an id it gets the next free one. */
export type NewOrder = Partial<Schemas['ScenarioOrder']>
/** Given fields are replaced, `null` removes a field, absent fields stay. */
export type OrderPatch = Schemas['OrderPatch']

export type { FreedomsInput, OrderBatch, ScenarioName }
export type ScenarioDocument = Schemas['Scenario']
export type ScenarioSummary = Schemas['ScenarioSummary']
export type SandboxSummary = Schemas['Sandbox']
export type SandboxList = Schemas['SandboxList']
export type NewSandbox = Omit<Schemas['SandboxTemplate'], 'scenario'> & { readonly scenario?: ScenarioName }
export type Health = Schemas['Health']
export type Fault = Schemas['ScenarioFault']
/** The choices of a sandbox, defaults included. */
export type Freedoms = Schemas['Freedoms']
export type Clock = Schemas['Clock']
export type ClockChange = Schemas['ClockChange']
export type RequestEntry = Schemas['JournalEntry']
export type RequestDetail = Schemas['JournalEntryDetail']
export type RequestCount = Schemas['RequestCount']
export type History = Schemas['History']
export type Change = Schemas['HistoryEntry']
/** The point to rewind to: before a request of the journal, or after a change; 0 is the start. */
export type RewindTarget = { readonly beforeRequest: number } | { readonly to: number }

/** Narrows the journal down; a request must match every given field. */
export type RequestFilter = JournalFilter

/** Something that happened. */
export type ControlEvent = MockEvent
