export { ControlClient, type ControlClientOptions } from './control-client.js'
export { ControlClientError } from './control-client-error.js'
export type {
  Change,
  Clock,
  ClockChange,
  ControlEvent,
  ControlOrder,
  Fault,
  Health,
  History,
  IdLike,
  NewOrder,
  NewSandbox,
  OrderPatch,
  RequestCount,
  RequestDetail,
  RequestEntry,
  RequestFilter,
  RewindTarget,
  SandboxList,
  SandboxSummary,
  ScenarioDocument,
  ScenarioName,
  ScenarioSummary,
} from './types.js'
export { RemoteSandbox } from './remote-sandbox.js'
