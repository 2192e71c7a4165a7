export type { Answer, AnswerInspector, ApiRequest, Effects, Outcome } from './http/answer.js'
export type { ClockChange } from './sandbox/clock.js'
export { ControlError } from './sandbox/control-error.js'
export { ConnectionResetError } from './http/fetch.js'
export type { ApiError, ErrorCode } from './http/errors.js'
export type { MockEvent, MockListener } from './sandbox/events.js'
export type { FurtherOperation, FurtherRoute } from './http/extra-operations.js'
export type { JournalEntry } from './sandbox/journal.js'
export type { JournalFilter } from './sandbox/journal-filter.js'
export type { OrderView } from './sandbox/order-view.js'
export { MOCK_OPTIONS, type OrdersMockOptions } from './options.js'
export { OrdersMock } from './orders-mock.js'
export type { NewSandbox } from './sandbox/sandbox-directory.js'
export type { SandboxHandle } from './sandbox/sandbox-handle.js'
export {
  type Keeper,
  type KeptChange,
  PersistError,
  type SandboxRecord,
  type SeedRecord,
  type WorldRecord,
} from './sandbox/records.js'
export type { OrderPatch } from './sandbox/sandbox-orders.js'
export type { Fault, Id, OrderInput, ScenarioDocument } from './scenario/document.js'
export { InvalidInputError, type InputPath, type Problem, ToolError } from '../input/index.js'
export { readScenario } from './scenario/library.js'
