import { setTimeout as delay } from 'node:timers/promises'
import type { RunningProvider } from './running-provider.js'
import { send, setUp, type RawResponse } from './send.js'

/**
 * What a provider answers to one long series of requests that brings out how it differs from others: every operation
 * with right, wrong and nearly right keys, every state, cancels in every order, unusual ids. Nothing is validated; two
 * providers differ if their lines do.
 */
export async function* transcript(provider: RunningProvider): AsyncGenerator<string> {
  yield `at ${new URL(provider.baseUrl).pathname}`
  yield* keys(provider)
  yield* states(provider)
  yield* otherOrders(provider)
  yield* concurrentCancels(provider)
  yield* unusualIds(provider)
  yield* manyOrders(provider)
  yield* rareRequests(provider)
}

async function* keys(provider: RunningProvider): AsyncGenerator<string> {
  const { call, reach } = clientOf(provider)
  const ids = ['-5']
  for (const state of STATES) ids.push(await reach(state))
  const pets = [await reach('a pet'), await reach('an unknown order id')]
  for (const key of nearKeys(provider.apiKey)) {
    yield `right key: ${await call('GET', '/store/orders')}`
    for (const id of ids) yield `${key}: ${await call('DELETE', `/store/orders/${id}`, key)}`
    for (const pet of pets) yield `${key}: ${await call('GET', `/pets/${pet}`, key)}`
    yield `${key}: ${await call('GET', '/store/orders', key)}`
  }
  for (const id of ids) yield await call('DELETE', `/store/orders/${id}`)
  for (const pet of pets) yield await call('GET', `/pets/${pet}`)
  await reach('no orders')
  yield `no key, no orders: ${await call('GET', '/store/orders', undefined)}`
}

/** What is nearly a good `Authorization`. */
export function nearKeys(key: string): (string | undefined)[] {
  const cut = [key.slice(0, 4), key.slice(0, 8), key.slice(0, -1)]
  const changed = [
    key.toLowerCase(),
    `${key.slice(0, -1)}~`,
    `~${key.slice(1)}`,
    `${key}x`,
    `x${key}`,
    `x,${key}`,
    `"${key}"`,
    `${key},x`,
    btoa(key),
    `%${key.charCodeAt(0).toString(16)}${key.slice(1)}`,
    key.replaceAll('-', '.'),
    key.replaceAll('-', ''),
  ]
  const wrong = ['wrong', '', 'undefined', `${key.slice(0, 8)}~~~~`, `~~~~${key.slice(-8)}`, `${key.slice(0, -4)}~~~~`]
  const schemes = [
    'NoBearer',
    'xBearer',
    'x Bearer',
    'Basic',
    'Token',
    'ApiKey',
    'Digest',
    'Bear',
    'Bearers',
    'Bearer:',
  ]
  const bearers = [...cut, ...changed, ...wrong].map((token) => `Bearer ${token}`)
  const others = schemes.map((name) => `${name} ${key}`)
  return [
    undefined,
    '',
    'Bearer',
    key,
    `Bearer${key}`,
    `Basic ${btoa(key)}`,
    `Basic ${btoa(`:${key}`)}`,
    `Bearer ${key} x`,
    ...others,
    ...bearers,
  ]
}

async function* states(provider: RunningProvider): AsyncGenerator<string> {
  const { call, reach, list } = clientOf(provider)
  for (const state of [undefined, ...STATES]) {
    await reach('no orders')
    yield `${state}, none: ${await list()}`
    const id = state === undefined ? undefined : await reach(state)
    yield `${state}, as it is: ${await list()}`
    for (const time of [1, 2, 3]) yield `${state}, cancel ${time}: ${id} ${await call('DELETE', `/store/orders/${id}`)}`
    yield `${state}, then: ${await list()}`
  }
}

const STATES = [
  'a pending order',
  'a shipped order',
  'a cancelled order',
  'an unknown order id',
  'an order with every field',
  'an order with a large id',
]

/** Cancels one of several orders, and looks at the others. */
async function* otherOrders(provider: RunningProvider): AsyncGenerator<string> {
  const { call, reach, list } = clientOf(provider)
  const ids: string[] = []
  for (const state of ['a pending order', 'a pending order', 'a shipped order', 'a pending order', 'a pending order'])
    ids.push(await reach(state))
  const [first, second, shipped, fourth, last] = ids
  for (const id of [shipped, second, await reach('an unknown order id'), last, second]) {
    yield `cancel ${id}: ${await call('DELETE', `/store/orders/${id}`)}`
    yield await list()
  }
  for (const id of [first, shipped, fourth]) yield `cancel ${id}: ${await call('DELETE', `/store/orders/${id}`)}`
}

/** Cancels at the same time. */
async function* concurrentCancels(provider: RunningProvider): AsyncGenerator<string> {
  const { call, reach } = clientOf(provider)
  const [one, other] = [await reach('a pending order'), await reach('a pending order')]
  const thrice = [await reach('a pending order'), await reach('a shipped order')].map((id) => [id, id, id])
  for (const ids of [[one, other], ...thrice]) {
    const answers = await Promise.all(ids.map((id) => call('DELETE', `/store/orders/${id}`)))
    yield `together: ${answers.toSorted().join(' ')}`
  }
}

async function* unusualIds(provider: RunningProvider): AsyncGenerator<string> {
  const { call, reach } = clientOf(provider)
  const small = BigInt(await reach('a pending order'))
  const large = BigInt(await reach('an order with a large id'))
  const alike = [`${small}`.slice(-1), `${small}abc`, `abc${small}`, small + 2n ** 64n]
  const parts = [small % 1000n, small + 1000n, small + 2n ** 16n, large - 2n]
  const near = [...parts, -small, small / 10n, small + 2n ** 32n, large - 1n, large + 1n, -large, BigInt(Number(large))]
  const odd = [-1n, 0n, 1n, -7n, 2n ** 40n, 2n ** 63n - 1n, -(2n ** 63n), 'abc']
  for (const id of [...near, ...alike, ...odd, small, large])
    yield `cancel ${id}: ${await call('DELETE', `/store/orders/${id}`)}`
}

async function* manyOrders(provider: RunningProvider): AsyncGenerator<string> {
  const { call, reach, list } = clientOf(provider)
  for (const id of ['store/orders', `pets/${await reach('a pet')}`, 'store/orders/0'])
    yield await compressed(provider, id)
  for (const count of [250, 1001]) yield `${await reach('many orders', { count })}: ${await list()}`
  yield await compressed(provider, 'store/orders')
  for (let nth = 0; nth < 25; nth++) yield await call('DELETE', `/store/orders/${await reach('a pending order')}`)
  const orderId = await reach('a pending order')
  yield await call('DELETE', `/store/orders/${orderId}`)
  await delay(750)
  yield await call('DELETE', `/store/orders/${orderId}`)
}

/** What most clients do: they take an answer that is compressed. */
async function compressed(provider: RunningProvider, path: string): Promise<string> {
  const method = path === 'store/orders/0' ? 'DELETE' : 'GET'
  const headers = { authorization: `Bearer ${provider.apiKey}`, 'accept-encoding': 'gzip, deflate, br' }
  return line(await send(method, `${provider.baseUrl}/${path}`, headers))
}

/** What few clients ever do. */
async function* rareRequests(provider: RunningProvider): AsyncGenerator<string> {
  const { call, reach, list } = clientOf(provider)
  await reach('no orders')
  const ids = [await reach('a shipped order'), await reach('a pending order'), await reach('a pending order')]
  for (const query of ['limit=1', 'page=2', 'status=shipped']) yield await call('GET', `/store/orders?${query}`)
  for (const name of ['api_key', 'access_token'])
    yield await call('GET', `/store/orders?${name}=${provider.apiKey}`, undefined)
  for (const name of ['cookie', 'x-api-key'])
    yield line(await send('GET', `${provider.baseUrl}/store/orders`, { [name]: provider.apiKey }))
  yield (await Promise.all([list(), list(), call('DELETE', `/store/orders/${ids[2]}`)])).toSorted().join(' ')
  const cancels = Promise.all(ids.slice(1).map((id) => call('DELETE', `/store/orders/${id}`)))
  await delay(3)
  yield await list()
  yield (await cancels).join(' ')
  yield await call('GET', '/store/orders', 'Bearer wrong')
  yield await call('DELETE', '/store/orders/0', undefined)
  const pet = await reach('a pet')
  for (const id of [-7, pet, pet]) yield `${await call('GET', `/pets/${id}`)} ${await call('GET', `/pets/${id}`, '')}`
  for (let nth = 0; nth < 80; nth++) yield `${await list()} ${await call('DELETE', `/store/orders/${ids[nth % 3]}`)}`
}

function clientOf(provider: RunningProvider) {
  const right = `Bearer ${provider.apiKey}`
  const call = async (method: string, path: string, ...key: [authorization?: string | undefined]): Promise<string> => {
    const authorization = key.length === 0 ? right : key[0]
    return line(await send(method, `${provider.baseUrl}${path}`, authorization === undefined ? {} : { authorization }))
  }
  const reach = async (state: string, params = {}): Promise<string> => {
    const { status, body } = await setUp(provider, state, params)
    const [, id] = /"(?:orderId|petId)": ?"?(-?\d+)/.exec(body) ?? []
    return id ?? `${status} ${body}`.replaceAll(/\W+/g, '-')
  }
  return { call, reach, list: () => call('GET', '/store/orders') }
}

function line({ status, headers, body }: RawResponse): string {
  return `${status} ${JSON.stringify(headers)} ${body}`
}
