import type { ScenarioName, Schemas } from '../core/index.js'

export type {
  ClockChange,
  Fault,
  FreedomsInput,
  History,
  HistoryEntry as Change,
  Id as IdLike,
  JournalDetail as RequestDetail,
  JournalEntry as RequestEntry,
  JournalFilter as RequestFilter,
  MockEvent as ControlEvent,
  OrderBatch,
  OrderPatch,
  OrderView as ControlOrder,
  RewindTarget,
  ScenarioDocument,
  ScenarioName,
} from '../core/index.js'

/** Fields of an order to add; without an id it gets the next free one. */
export type NewOrder = Partial<Schemas['ScenarioOrder']>

export type ScenarioSummary = Schemas['ScenarioSummary']
export type SandboxSummary = Schemas['Sandbox']
export type SandboxList = Schemas['SandboxList']
export type NewSandbox = Omit<Schemas['SandboxTemplate'], 'scenario'> & { readonly scenario?: ScenarioName }
export type Health = Schemas['Health']
/** The choices of a sandbox, defaults included. */
export type Freedoms = Schemas['Freedoms']
export type Clock = Schemas['Clock']
export type RequestCount = Schemas['RequestCount']
