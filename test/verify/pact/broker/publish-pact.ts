import type { PublishedPact } from './pact-store.js'
import type { SmallBroker } from './small-broker.js'

const LIST = { method: 'GET', path: '/v1/store/orders', headers: { Authorization: ['Bearer some-key'] } }

/** An interaction that the provider keeps, if it answers the list with this status. */
export function listing(description: string, status = 200, more: object = {}): object {
  return { type: 'Synchronous/HTTP', description, request: LIST, response: { status }, ...more }
}

/** Puts a pact into a broker, as a consumer's build would. */
export function publishPact(
  { store }: SmallBroker,
  interactions: readonly object[],
  { consumer = 'shop', version = '1', branch = 'main', createdAt = '2026-11-01T00:00:00Z' } = {},
): PublishedPact {
  const provider = 'store-orders-service'
  const metadata = { pactSpecification: { version: '4.0' } }
  const content = { consumer: { name: consumer }, provider: { name: provider }, interactions, metadata }
  return store.add({ consumer, provider, consumerVersion: version, branch, createdAt, content })
}
