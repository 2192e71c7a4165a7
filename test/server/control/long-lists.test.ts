import { expect, test } from 'vitest'
import { createControlApi } from '../../../src/control/index.js'
import { OrdersMock, type ScenarioDocument } from '../../../src/core/index.js'
import { parseJson, stringifyJson } from '../../../src/spec/index.js'

// A million orders take many seconds to write. The steps of a response are what others are served between.

const scenario: ScenarioDocument = {
  title: 'Many',
  now: '2026-11-20T12:00:00Z',
  frozen: true,
  orders: [{ id: 9007199254740993n, shipAfter: 'P1D' }, { generate: { count: 4_999 } }],
  pets: [{ id: 1, names: ['Rex', undefined] }],
}

test.each(['orders', 'state'])('the %s of a sandbox: written with pauses, digit by digit as at once', (what) => {
  const mock = new OrdersMock({ scenario })
  const sandbox = mock.sandbox()
  const { steps, body } = respond(mock, `/sandboxes/main/${what}`)
  expect(steps).toBeGreaterThan(4)
  const expected = what === 'orders' ? sandbox.orders.all() : sandbox.state()
  expect(body).toBe(stringifyJson(expected))
  expect(parseJson(body)).toEqual(parseJson(stringifyJson(expected)))
})

test('a list that is changed while it is written is the one that was asked for', () => {
  const mock = new OrdersMock({ scenario })
  const expected = stringifyJson(mock.sandbox().orders.all())
  const { body } = respond(mock, '/sandboxes/main/orders', () => mock.sandbox().reset('empty'))
  expect(body).toBe(expected)
})

function respond(mock: OrdersMock, path: string, meanwhile = (): void => {}): { steps: number; body: string } {
  const api = createControlApi({
    mock,
    startedMs: 0,
    panelUrl: () => undefined,
    extraOperations: undefined,
    moreLinks: [],
  })
  const origin = 'http://127.0.0.1:4010'
  const query = new URLSearchParams()
  const request = { method: 'GET', url: path, path, query, body: new Uint8Array(), origin, baseUrl: `${origin}/v1` }
  const response = api.respond(request)
  for (let steps = 0; ; steps += 1) {
    const step = response.next()
    if (step.done === true) return { steps, body: new TextDecoder().decode(step.value.body) }
    if (steps === 0) meanwhile()
  }
}
