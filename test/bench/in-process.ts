import { http } from 'msw'
import { setupServer } from 'msw/node'
import { OrdersMock } from '../../src/core/index.js'
import { createOrdersHandlers } from '../../src/msw/index.js'
import type { LoadSample } from './measure.js'

const CALLS_IN_A_ROUND = 2000
const HEADERS = { authorization: 'Bearer test-key' }

/** A handler with the same bytes and headers ready. */
export const BARE_HANDLER = 'bare msw handler'

/** The load that has no port. */
export const IN_PROCESS = 'list in process'

/** Lists orders without a port: through Mock Service Worker in Node, and by the mock's own `fetch`. */
export async function measureInProcess(rounds: number): Promise<LoadSample[]> {
  const mock = new OrdersMock({ scenario: 'shipped' })
  const { handlers } = createOrdersHandlers({ baseUrl: 'http://orders.example/v1', scenario: 'shipped' })
  const server = setupServer(await bareHandler(mock), ...handlers)
  server.listen()
  const calls: Readonly<Record<string, () => Promise<Response>>> = {
    [BARE_HANDLER]: () => fetch('http://bare.example/v1/store/orders', { headers: HEADERS }),
    'orders-mock/msw': () => fetch('http://orders.example/v1/store/orders', { headers: HEADERS }),
    'mock.fetch': () => mock.fetch('http://orders.example/v1/store/orders', { headers: HEADERS }),
  }
  const samples: LoadSample[] = []
  for (let round = -1; round < rounds; round += 1) {
    for (const [name, call] of Object.entries(calls)) {
      const sample = await measure(name, call)
      // The first round warms up.
      if (round >= 0) samples.push(sample)
    }
  }
  server.close()
  return samples
}

async function bareHandler(mock: OrdersMock): Promise<ReturnType<typeof http.all>> {
  const response = await mock.fetch('http://bare.example/v1/store/orders', { headers: HEADERS })
  const [body, init] = [await response.arrayBuffer(), { headers: Object.fromEntries(response.headers) }]
  return http.get('http://bare.example/v1/store/orders', () => new Response(body, init))
}

async function measure(name: string, call: () => Promise<Response>): Promise<LoadSample> {
  const before = process.cpuUsage()
  const startMs = performance.now()
  for (let count = 0; count < CALLS_IN_A_ROUND; count += 1) await (await call()).arrayBuffer()
  const { user, system } = process.cpuUsage(before)
  const perSecond = (CALLS_IN_A_ROUND * 1000) / (performance.now() - startMs)
  return {
    name,
    load: IN_PROCESS,
    requests: CALLS_IN_A_ROUND,
    perSecond,
    cpuMicros: (user + system) / CALLS_IN_A_ROUND,
  }
}
