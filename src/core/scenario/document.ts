import type { components } from './types.generated.js'

type Schemas = components['schemas']

/** A scenario as a file or a program gives it: see `fixtures/scenario.schema.json`. */
export type ScenarioDocument = Schemas['Scenario']

/** An id in a program: a number while it is exact, a bigint, or decimal digits. */
export type Id = Schemas['Id']

/** The given fields of an order; absent fields stay absent. */
export type OrderInput = Schemas['Order']

/** A failure to inject; durations are in milliseconds. */
export type Fault = Schemas['Fault']

/** What the mock does where the specification leaves it open: a seed, choices, or both. */
export type FreedomsInput = Schemas['Freedoms']

export type GenerateOrders = Schemas['GenerateOrders']['generate']
