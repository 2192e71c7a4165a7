import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { OrdersApiError, OrdersClient } from '../../../src/client/index.js'
import { createInspector } from '../../../src/cli/serve.js'
import { Habits, parseInPieces } from '../../../src/contract/index.js'
import { type FreedomsInput, OrdersMock } from '../../../src/core/index.js'
import { finish, freedoms as table } from '../../../src/spec/index.js'
import { exchangeOf } from '../../contract/exchange-of.js'

const NOW = '2026-11-20T12:00:00Z'
const SCENARIOS = new OrdersMock().scenarioNames.filter(
  (name) => !['flaky', 'lost-answers', 'large', 'slow'].includes(name),
)
const PATHS = [
  '/store/orders',
  '/store/orders/1',
  '/store/orders/1',
  '/store/orders/2',
  '/store/orders/1x',
  '/pets/11',
  '/pets/14',
]

const drawn = fc.record({
  seed: fc.integer({ min: 0, max: 2 ** 31 }),
  scenario: fc.constantFrom(...SCENARIOS),
  paths: fc.array(fc.constantFrom(...PATHS), { minLength: 1, maxLength: 8 }),
})

test('whatever is drawn in any scenario, responses match the description, and the client reads them', async () => {
  const inspect = await createInspector()
  await fc.assert(
    fc.asyncProperty(drawn, async ({ seed, scenario, paths }) => {
      const mock = new OrdersMock({ now: NOW, scenario, freedoms: seed, inspect })
      const client = new OrdersClient({ baseUrl: 'http://any.example/v1', apiKey: mock.apiKey, fetch: mock.fetch })
      for (const path of paths) {
        const method = path.startsWith('/store/orders/') ? 'DELETE' : 'GET'
        await mock.fetch(`http://any.example/v1${path}`, {
          method,
          headers: { authorization: `Bearer ${mock.apiKey}` },
        })
        await mock.fetch(`http://any.example/v1${path}`, { method })
      }
      const violations = mock
        .sandbox()
        .requests.all()
        .flatMap((entry) => entry.violations ?? [])
      expect(violations).toEqual([])
      expect((await client.listOrders()).every(({ id }) => typeof id === 'bigint')).toBe(true)
      const error: unknown = await client.cancelOrder(404).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(OrdersApiError)
      expect((error as OrdersApiError).error).toMatchObject({ status: 404 })
    }),
    { numRuns: 50 },
  )
})

test('the choices of the mock take precedence in main, those of the scenario elsewhere', () => {
  const mock = new OrdersMock({ freedoms: { pet: 'given' }, scenario: 'unlike' })
  const chosen = [mock.sandbox(), mock.sandbox('unlike')].map(({ freedoms }) => freedoms.read().choices.pet)
  expect(chosen).toEqual(['given', 'bare'])
})

test('the same document draws the same choices, and given choices stay', () => {
  const box = new OrdersMock().sandbox()
  const choicesOf = (freedoms: FreedomsInput) => (box.freedoms.set(freedoms), box.freedoms.read())
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const all = choicesOf(seed)
      expect(choicesOf({ seed, draw: true })).toEqual(all)
      const { choices } = choicesOf({ seed, draw: true, choices: { pet: 'bare', 'bad-order-id': 422 } })
      expect(choices).toEqual({ ...all.choices, pet: 'bare', 'bad-order-id': '422' })
      // A list that shows an order which is not found contradicts itself.
      expect(choices['second-cancel'] === '404' && choices['cancelled-orders'] === 'listed').toBe(false)
      expect(choicesOf({ json: 'indented' }).choices).toMatchObject({ json: 'indented', pet: 'given' })
      expect(choicesOf({ seed })).toEqual({ ...choicesOf({}), seed })
      expect(choicesOf({ draw: true })).toEqual(choicesOf(1))
    }),
  )
})

const CHOICES = table.flatMap(({ name, choices: [, ...others] }) =>
  others.map((choice) => ({ name, choice: choice.name, shows: choice.shows })),
)

test.each(CHOICES)('responses show one choice and no other, and the journal names it: $name $choice', (chosen) => {
  const mock = new OrdersMock({ now: NOW, freedoms: { [chosen.name]: chosen.choice } as FreedomsInput })
  const habits = new Habits()
  for (const [index, path] of [...PATHS, '/pets/14', '/store/orders'].entries()) {
    if (index > 0) mock.sandbox().orders.add({ petId: 11 })
    for (const authorization of ['Bearer test-key', undefined]) {
      const method = path.startsWith('/store/orders/') ? 'DELETE' : 'GET'
      const sent = { method, path, authorization, rawHeaders: ['Accept-Encoding', 'gzip'], isOverHttp1: true }
      const { status = 0, headers, body } = mock.handle(sent)
      // Without it, a cache gives compressed bytes to clients that do not take them (RFC 9110, section 12.5.5).
      expect(headers['Vary'] === 'Accept-Encoding').toBe(headers['Content-Encoding'] === 'gzip')
      const fields = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])
      const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
      const exchange = exchangeOf(`${method} ${path}`, { status, headers: Object.fromEntries(fields), body: text })
      const parsed = finish(parseInPieces(exchange))
      if (parsed !== undefined) habits.take(parsed, { startMs: index, endMs: index })
    }
  }
  const shown = mock
    .sandbox()
    .requests.all()
    .flatMap(({ freedoms = [] }) => freedoms)
  expect([...new Set(shown)]).toEqual([chosen.shows])
  const usual = new Map(table.map(({ name, choices: [first] }) => [name, first?.name]))
  for (const { freedom, choice } of habits.list())
    expect([freedom, choice]).toEqual([freedom, freedom === chosen.name ? chosen.choice : usual.get(freedom)])
})

test('an order shows the same fields in each list, an added one with every field shows all', async () => {
  const mock = new OrdersMock({
    now: NOW,
    freedoms: { 'missing-members': 'some' },
    scenario: { orders: [{ generate: { count: 40 } }] },
  })
  const list = async () =>
    (await mock.fetch('http://any.example/v1/store/orders', { headers: { authorization: 'Bearer test-key' } })).text()
  const first = await list()
  expect(await list()).toBe(first)
  const whole = (JSON.parse(first) as object[]).filter((order) => Object.keys(order).length === 5).length
  expect(whole).toBeGreaterThan(5)
  expect(whole).toBeLessThan(35)
  const box = mock.sandbox()
  const full = { petId: 11, quantity: 2, shipDate: NOW, complete: false }
  const added = Array.from({ length: 20 }, () => Number(box.orders.add(full).id))
  box.restore(box.state())
  const shown = JSON.parse(await list()) as { id: number }[]
  expect(shown.filter(({ id }) => added.includes(id))).toEqual(added.map((id) => ({ id, ...full })))
})
