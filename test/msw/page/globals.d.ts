import type { OrdersMock } from '../../../src/core/index.js'

// What there is in the page of page.js.
declare global {
  var ordersMock: OrdersMock
  var damageStored: (members: { readonly name: string; readonly [member: string]: unknown }) => Promise<void>
  var removeStore: () => Promise<void>
  var hidePanelButton: () => void
}
