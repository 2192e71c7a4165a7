export type { Answer, AnswerInspector, ApiRequest, Effects, Outcome } from './answer.js'
export type { ClockChange } from './clock.js'
export { Conflict } from './conflict.js'
export { ConnectionReset } from './fetch.js'
export type { ApiError, ErrorCode } from './errors.js'
export type { MockEvent, MockListener } from './events.js'
export type { FurtherOperation, FurtherRoute } from './further.js'
export type { JournalEntry } from './journal.js'
export type { JournalFilter } from './journal-filter.js'
export type { OrderView } from './order-view.js'
export { MOCK_OPTIONS, type OrdersMockOptions } from './options.js'
export { OrdersMock } from './orders-mock.js'
export type { NewSandbox } from './sandbox-directory.js'
export type { SandboxHandle } from './sandbox-handle.js'
export {
  type Keeper,
  type KeptChange,
  NotKept,
  type SandboxRecord,
  type SeedRecord,
  type WorldRecord,
} from './records.js'
export type { OrderPatch } from './sandbox-orders.js'
export type { Fault, Id, OrderInput, ScenarioDocument } from './scenario/document.js'
export { InvalidInput, type InputPath, type Problem, ToolError } from '../spec/index.js'
export { readScenario } from './scenario/library.js'
