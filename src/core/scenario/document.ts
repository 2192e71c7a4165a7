import type { components } from '../types.generated.js'

/** Types of the schemas in `contracts/control-api.yaml`, those of scenarios included. */
export type Schemas = components['schemas']

/** A scenario as a file or a program gives it: see `fixtures/scenario.schema.json`. */
export type ScenarioDocument = Schemas['Scenario']

/** An id in a program: a number while it is exact, a bigint, or decimal digits. */
export type Id = Schemas['ScenarioId']

/** The given fields of an order; absent fields stay absent. */
export type OrderInput = Schemas['ScenarioOrder']

/** A failure to inject; durations are in milliseconds. */
export type Fault = Schemas['ScenarioFault']

/** What the mock does where the specification leaves it open: a seed, choices, or both. */
export type FreedomsInput = Schemas['ScenarioFreedoms']

export type GenerateOrders = Schemas['ScenarioGenerateOrders']['generate']
