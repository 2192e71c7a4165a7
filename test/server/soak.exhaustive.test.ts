import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { controlledServer } from '../control/controlled-server.js'

// SOAK_SECONDS=180 npm run test:exhaustive -- test/server/soak
const SECONDS = Number(process.env['SOAK_SECONDS'] ?? 9)
// More than a collection leaves behind by chance, less than what a thousandth of the requests may leave behind.
const MAX_GROWTH_BYTES = 2_000_000

test('what a server keeps does not grow with what it has answered', async () => {
  const { server, control, api } = await controlledServer({ maxSandboxes: 20 })
  let rounds = 0
  const round = async () => {
    const name = `shipped~worker-${(rounds += 1)}`
    const key = `${server.apiKey}~${name}`
    await Promise.all([
      api('GET /store/orders', key),
      api('GET /store/orders'),
      api('GET /store/orders', `unknown-${rounds}`),
    ])
    await control('POST /provider-states', { state: 'a pending order', params: {}, action: 'setup' })
    await Promise.all([1, 2, 3].map((id) => api(`DELETE /store/orders/${id}`)))
    await control('PUT /sandboxes/main/faults', [{ kind: 'status', status: 503, times: 1, when: 'after' }])
    await api('DELETE /store/orders/4')
    await control('POST /sandboxes/main/undo')
    await control('PUT /sandboxes/main/freedoms', { seed: rounds, draw: true })
    await control('PUT /sandboxes/main/clock', { advance: 'P1D' })
    await server.mock
      .sandbox()
      .requests.next({ operation: 'getPet' }, { timeoutMs: 1 })
      .catch(() => undefined)
    await control('POST /sandboxes', { name: `made-${rounds}`, orders: [{ id: 1 }] })
    await control(rounds % 2 === 0 ? `DELETE /sandboxes/made-${rounds}` : `GET /sandboxes/made-${rounds}/requests`)
    if (rounds % 50 === 0) await control('POST /sandboxes/main/reset')
  }
  const soak = async (seconds: number) => {
    for (const endsAtMs = performance.now() + seconds * 1000; performance.now() < endsAtMs;) await round()
    return heapBytes()
  }
  // The journals and histories of all sandboxes are full first.
  for (let count = 0; count < 200; count += 1) await round()
  const before = await soak(SECONDS / 3)
  const after = await soak((SECONDS * 2) / 3)
  expect(after - before).toBeLessThan(MAX_GROWTH_BYTES)
  expect(server.mock.sandboxes.length).toBeLessThanOrEqual(41)
})

/** What is in use after a collection. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  collect()
  collect()
  const { heapUsed, external, arrayBuffers } = process.memoryUsage()
  return heapUsed + external + arrayBuffers
}
