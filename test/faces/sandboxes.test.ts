import { describe, expect, test } from 'vitest'
import { alreadyCancelled, alreadyShipped, CANCELLED, invalidKey, json, SCENARIOS } from './expected.js'
import { cancel, list } from './face.js'
import { faces } from './faces.js'

describe.each(faces)('sandboxes through $name', ({ open, fact }) => {
  fact('a key followed by a scenario leads to a sandbox of that scenario', [
    [cancel('1', 'test-key~shipped'), alreadyShipped('1')],
    [list('test-key~empty'), json(200, '[]')],
    [cancel('1'), CANCELLED],
  ])

  test('what happens in one sandbox leaves the others alone', async () => {
    await using api = await open({ scenario: 'pending' })
    const keys = ['test-key', 'test-key~pending', 'test-key~pending~w1', 'test-key~pending~w2']
    for (const key of keys) await expect(api.send(cancel('1', key))).resolves.toEqual(CANCELLED)
    for (const key of keys) await expect(api.send(cancel('1', key))).resolves.toEqual(alreadyCancelled('1'))
    expect(keys.map((_, index) => api.mock.sandboxes[index]?.requests.count())).toEqual([2, 2, 2, 2])
  })

  const names = ['w', 'W', '0', '.', '..', '-', '_', 'A.b_c-1', 'n'.repeat(100)]
  fact(
    'names are case-sensitive and may contain every character that is allowed',
    names.map((name) => [cancel('1', `test-key~pending~${name}`), CANCELLED] as const),
  )

  test('two tildes lead to an existing sandbox, one does not', async () => {
    await using api = await open()
    api.mock.createSandbox({ name: 'checkout-7', scenario: 'shipped' })
    await expect(api.send(cancel('1', 'test-key~~checkout-7'))).resolves.toEqual(alreadyShipped('1'))
    await expect(api.send(cancel('1', 'test-key~~main'))).resolves.toEqual(CANCELLED)
    await expect(api.send(list('test-key~checkout-7'))).resolves.toEqual(
      invalidKey(
        `The API key selects the scenario "checkout-7", which does not exist. Available scenarios: ${SCENARIOS}.`,
      ),
    )
  })

  test('neither two tildes nor an invalid key create a sandbox', async () => {
    await using api = await open()
    for (const key of ['wrong~shipped', 'test-key~nowhere', 'test-key~shipped~a~b']) await api.send(list(key))
    await expect(api.send(list('test-key~~x'))).resolves.toEqual(
      invalidKey('The API key selects the sandbox "x", which does not exist. Create it with the control API.'),
    )
    expect(api.mock.sandboxes.map(({ name }) => name)).toEqual(['main'])
  })

  const unknown = ['shiped', 'Shipped', 'main', 'constructor', '__proto__'].flatMap((scenario) => {
    const question = /^ship/i.test(scenario) ? ' Did you mean shipped?' : ''
    const known = `${question} Available scenarios: ${SCENARIOS}.`
    const expected = invalidKey(`The API key selects the scenario "${scenario}", which does not exist.${known}`)
    const calls = [list(`test-key~${scenario}`), cancel('1', `test-key~${scenario}~w1`)]
    return calls.map((sent) => [sent, expected] as const)
  })
  fact('an unknown scenario is rejected with 401, and the names of those that exist', unknown)

  test('the now option overrides that of the scenario in main, and is the default in other sandboxes', async () => {
    await using api = await open({
      now: '2031-01-01T00:00:00Z',
      scenario: { now: '2029-01-01T00:00:00Z', frozen: true, orders: [{ id: 1, shipDate: 'now' }] },
    })
    expect(api.mock.sandbox().clock.now).toBe('2031-01-01T00:00:00Z')
    expect(api.mock.sandbox('inline').clock.now).toBe('2029-01-01T00:00:00Z')
    await expect(api.send(list('test-key~empty'))).resolves.toMatchObject({ status: 200 })
    expect(api.mock.sandbox('empty').clock.now).toMatch(/^2031-01-01T00:00:/)
  })
})
