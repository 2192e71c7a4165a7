import pLimit from 'p-limit'
import { expect, test } from 'vitest'
import { brokenProviders } from '../verify/providers/broken-providers.js'
import type { RunningProvider } from '../verify/providers/running-provider.js'
import { conformingProviders } from '../verify/providers/conforming-providers.js'
import { send, setUp } from '../verify/providers/send.js'
import { proxied } from './proxied.js'

/** How many of them traffic shows; the others are silent, since somebody else may have done it, or need unusual requests. */
const SHOWN = { pact: 15, model: 10, openapi: 24 }

/** What the model finds is mostly shown by requests that nobody sends who does not look for it. */
const SHOWN_TO_ALL = /^(?:What the service does|States and transitions|Cancel an order: of two)/
const ordinary = brokenProviders.filter(({ caughtBy, breaks }) => caughtBy !== 'model' || SHOWN_TO_ALL.test(breaks))

// Each mostly waits.
const several = pLimit(6)

test('an ordinary client shows broken providers as broken', async () => {
  const shown = await several.map(ordinary, async ({ caughtBy, start }) =>
    (await findingsOf(start, { timeoutMs: 1_000 })).length > 0 ? [caughtBy] : [],
  )
  for (const [kind, count] of Object.entries(SHOWN))
    expect(shown.flat().filter((caughtBy) => caughtBy === kind).length).toBeGreaterThanOrEqual(count)
})

test('an ordinary client shows no conforming provider as broken', async () => {
  // To traffic, an id that comes back is the order that had it before.
  const others = conformingProviders.filter(({ name }) => !/reuses their ids|get the ids of|starts afresh/.test(name))
  const wrong = await several.map(others, async ({ name, start }) => {
    const findings = await findingsOf(start)
    return findings.length > 0 ? [[name, findings]] : []
  })
  expect(wrong.flat()).toEqual([])
})

async function findingsOf(start: () => Promise<RunningProvider>, options?: { timeoutMs: number }): Promise<string[]> {
  const provider = await start()
  const { proxy } = await proxied(provider, options)
  const call = async (method: string, path: string, key = provider.apiKey) => {
    const headers: Record<string, string> = key === '' ? {} : { authorization: `Bearer ${key}` }
    return send(method, `${proxy.baseUrl}${path}`, { ...headers, 'accept-encoding': 'gzip' }).catch(() => undefined)
  }
  const reach = async (state: string) =>
    /"(?:orderId|petId)":"?(-?\d+)/.exec((await setUp(provider, state).catch(() => ({ body: '' }))).body)?.[1] ?? '0'
  const states = [
    'a pending order',
    'a shipped order',
    'an order with a large id',
    'an order with every field',
    'an unknown order id',
  ]
  const cancel = (id: string, key?: string) => call('DELETE', `/store/orders/${id}`, key)
  const list = (key?: string) => call('GET', '/store/orders', key)
  const other = 'key-of-another-user'
  for (let round = 0; round < 3; round += 1) {
    for (const state of states) {
      const id = await reach(state)
      await list()
      await list()
      await cancel(id)
      // An impatient user, one who looks again first, and one who comes back later.
      if (round === 0) await cancel(id)
      await list()
      if (round === 1) await Promise.all([cancel(id), list()])
      const next = await reach('a pending order')
      await Promise.all(round === 2 ? [cancel(next), cancel(next), list()] : [list(), cancel(next)])
      if (round === 2) await cancel(id)
    }
    const pet = await reach('a pet')
    for (const key of [other, provider.apiKey, '']) {
      await list(key)
      await call('GET', `/pets/${pet}`, key)
      await cancel(await reach('a pending order'), key)
    }
  }
  return proxy.check.report().findings.map(({ id }) => id)
}
