import type { components } from './types.generated.js'

type Schemas = components['schemas']

/** An id in the page: a number while a number holds it exactly, else a bigint. */
export type Id = number | bigint

/** An order as the control API shows it, its ids exact. */
export type Order = Omit<Schemas['Order'], 'id' | 'petId' | 'quantity'> & {
  readonly id: Id
  readonly petId?: Id
  readonly quantity?: Id
}

export type OrderStatus = Order['status']
export type Sandbox = Schemas['Sandbox']
export type SandboxList = Schemas['SandboxList']
export type ScenarioSummary = Schemas['ScenarioSummary']
export type MockRequest = Schemas['Request']
export type RequestDetail = Schemas['RequestDetail']
export type RequestCount = Schemas['RequestCount']
export type Fault = Schemas['Faults'][number]
export type ClockReading = Schemas['Clock']
export type ClockChange = Schemas['ClockChange']
export type Counts = Schemas['Counts']
export type Change = Schemas['Change']
export type History = Schemas['History']
