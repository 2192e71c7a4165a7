export type { ProviderStateName as StateName } from '../../../spec/index.js'

/** The provider states that sequences set up; the label of an order or a pet is the state's name unless another is given. */
export const NO_ORDERS = 'no orders'
export const PENDING = 'a pending order'
export const SHIPPED = 'a shipped order'
export const CANCELLED = 'a cancelled order'
export const UNKNOWN = 'an unknown order id'
export const EVERY_FIELD = 'an order with every field'
export const LARGE_ID = 'an order with a large id'
export const MANY = 'many orders'
export const PET = 'a pet'

/** Labels of a second order of the same kind. */
export const ANOTHER_PENDING = 'another pending order'
export const ANOTHER_LARGE_ID = 'another order with a large id'
