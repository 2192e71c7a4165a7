import { expect, test } from 'vitest'
import { type FreedomsInput, OrdersMock } from '../../src/core/index.js'
import type { FreedomName } from '../../src/spec/index.js'
import { Storefront } from './storefront.js'

const NOW = '2026-11-20T12:00:00Z'
const BASE_URL = 'http://any.example/v1'

test('a storefront that is written with care works, whatever 50 seeds draw and the scenario unlike chooses', async () => {
  const seen = new Set<string>()
  for (const freedoms of [undefined, ...Array.from({ length: 50 }, (_, seed) => seed)]) {
    const { apiKey, fetch } = new OrdersMock({ now: NOW, freedoms })
    seen.add(JSON.stringify(await visit(freedoms === undefined ? `${apiKey}~unlike` : apiKey, fetch)))
  }
  expect([...seen]).toHaveLength(1)
  expect(JSON.parse([...seen][0] ?? '')).toEqual({
    isListed: [true, false],
    cancels: ['cancelled', 'already cancelled', 'shipped', 'not found'],
    isNamed: true,
  })
})

/** What a customer sees, apart from what no provider has to show. */
async function visit(apiKey: string, fetch: OrdersMock['fetch']) {
  const shop = new Storefront({ baseUrl: BASE_URL, apiKey, fetch })
  const isListed = async () => (await shop.orders()).some((line) => line.startsWith('Order 1: '))
  const before = await isListed()
  const cancels = [await shop.cancel(1n), await shop.cancel(1n), await shop.cancel(2n), await shop.cancel(404n)]
  const isNamed = /^(?:Rex|Pet 11)$/.test(await shop.petName(11n)) && (await shop.petName(14n)) === 'Pet 14'
  return { isListed: [before, await isListed()], cancels, isNamed }
}

type Api = ReturnType<typeof open>

const CANCEL = 'DELETE /store/orders/1'

/** What a careless twin of the storefront counts on, and the freedom that it forgets. */
const SINS: readonly (readonly [name: string, freedom: FreedomName, works: (api: Api) => Promise<boolean>])[] = [
  ['reads the first order of the list', 'list-order', async (api) => (await api.orders())[0]?.id === 1],
  [
    'expects a cancelled order to stay in the list',
    'cancelled-orders',
    async (api) => (await api.call(CANCEL)).ok && (await api.orders()).some(({ id }) => id === 1),
  ],
  ['parses the body of the 409', 'conflict-body', async (api) => 'code' in (await api.rejected(2))],
  ['compares codes', 'error-code', async (api) => (await api.rejected(404))['code'] === 'order_not_found'],
  ['searches messages', 'error-message', async (api) => /not found/.test(String((await api.rejected(404))['message']))],
  [
    'cancels twice, and waits for the 409',
    'second-cancel',
    async (api) => (await api.call(CANCEL)).ok && (await api.call(CANCEL)).status === 409,
  ],
  ['sends any id, and waits for the 404', 'bad-order-id', async (api) => (await api.call(`${CANCEL}x`)).status === 404],
  [
    'adds quantities up',
    'missing-members',
    async (api) => (await api.orders()).find(({ id }) => id === 2)?.quantity === 1,
  ],
  [
    'cuts the date out of the text',
    'ship-date',
    async (api) => (await api.orders()).every(({ shipDate }) => !/[.+]/.test(shipDate ?? '')),
  ],
  [
    'reads columns by their place',
    'member-order',
    async (api) => (await api.orders()).every((order) => Object.keys(order)[0] === 'id'),
  ],
  ['compares whole objects', 'further-members', async (api) => Object.keys(await api.rejected(404)).length === 3],
  ['greets the pet', 'pet', async (api) => (await (await api.call('GET /pets/11')).text()).includes('"name"')],
  ['reads the pet of each order', 'pet-of-order', async (api) => (await api.call('GET /pets/14')).ok],
  ['warns by its header', 'deprecation', async (api) => (await api.call('GET /pets/11')).headers.has('deprecation')],
  ['follows the link', 'deprecation-link', async (api) => (await api.call('GET /pets/11')).headers.has('link')],
  [
    'asks for the key that the challenge names',
    'challenge',
    async (api) => (await api.call('GET /store/orders', 'wrong')).headers.has('www-authenticate'),
  ],
  ['searches the text', 'json', async (api) => (await (await api.call('GET /store/orders')).text()).includes('"id":1')],
  [
    'compares the Content-Type',
    'content-type',
    async (api) => (await api.call('GET /store/orders')).headers.get('content-type') === 'application/json',
  ],
]

test.each(SINS)(
  'a careless storefront that %s works by default, and fails with a seed that draws another %s',
  async (_, freedom, works) => {
    await expect(works(open({}))).resolves.toBe(true)
    const drawn = Array.from({ length: 20 }, (_empty, seed) => seed + 1)
    const failing: number[] = []
    for (const seed of drawn) if (!(await works(open(seed)).catch(() => false))) failing.push(seed)
    expect(failing).not.toEqual([])
    // It is this freedom, and no other, with which it fails.
    const [seed = 0] = failing
    const { choices } = new OrdersMock({ freedoms: seed }).sandbox().freedoms.read()
    const alone = open({ seed, choices: { [freedom]: choices[freedom] } })
    await expect(works(alone).catch(() => false)).resolves.toBe(false)
  },
)

function open(freedoms: FreedomsInput) {
  const mock = new OrdersMock({ now: NOW, freedoms })
  const call = (line: string, key = mock.apiKey): Promise<Response> => {
    const [method = '', path = ''] = line.split(' ')
    return mock.fetch(BASE_URL + path, { method, headers: { authorization: `Bearer ${key}` } })
  }
  const read = async <Body>(line: string) => (await (await call(line)).json()) as Body
  return {
    call,
    orders: () => read<{ id: number; quantity: number; shipDate?: string }[]>('GET /store/orders'),
    /** The body of the response to a cancel request that is rejected. */
    rejected: (id: number) => read<Record<string, unknown>>(`DELETE /store/orders/${id}`),
  }
}
