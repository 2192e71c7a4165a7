import { setupServer } from 'msw/node'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createOrdersHandlers } from '../../src/msw/index.js'

const baseUrl = 'https://api.example.com/v1'

test('where there is no IndexedDB, that is reported once, and the mock works without it', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  onTestFinished(() => warn.mockRestore())
  const { handlers, mock, ready } = createOrdersHandlers({ baseUrl, persist: true, scenario: 'pending' })
  const server = setupServer(...handlers)
  server.listen()
  onTestFinished(() => server.close())
  const init = { method: 'DELETE', headers: { authorization: `Bearer ${mock.apiKey}` } }
  for (const status of [204, 409]) expect(await fetch(`${baseUrl}/store/orders/1`, init)).toMatchObject({ status })
  await ready
  const message =
    'orders-mock: nothing more is persisted, and this mock goes on alone, in memory: Error: there is no IndexedDB here'
  expect(warn.mock.calls).toEqual([[message]])
})

test('a store that never responds is waited for two seconds, reported once, and done without', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  vi.stubGlobal('indexedDB', { open: () => new EventTarget() })
  vi.useFakeTimers()
  onTestFinished(() => {
    warn.mockRestore()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
  const { mock, ready } = createOrdersHandlers({ baseUrl, persist: true, scenario: 'pending' })
  await vi.advanceTimersByTimeAsync(1_999)
  expect(warn.mock.calls).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(warn.mock.calls).toEqual([
    [expect.stringMatching(/goes on alone, in memory: Error: IndexedDB did not respond within 2 s$/)],
  ])
  await ready
  expect(mock.sandbox().counts.pending).toBeGreaterThan(0)
})

test('the console says once that requests come to another sandbox than the usual one', async () => {
  const info = vi.spyOn(console, 'info').mockReturnValue()
  onTestFinished(() => info.mockRestore())
  for (const key of ['test-key~int64', 'test-key']) {
    const { handlers } = createOrdersHandlers({ baseUrl })
    const server = setupServer(...handlers)
    server.listen()
    const headers = { authorization: `Bearer ${key}` }
    for (const _ of [1, 2]) await fetch(`${baseUrl}/store/orders`, { headers })
    server.close()
  }
  expect(info.mock.calls).toEqual([
    ['orders-mock: requests come to the sandbox "int64", which their API key names: mock.sandbox("int64").'],
  ])
})

test('the mock is a global for those who ask for it', async () => {
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'ordersMock'))
  await createOrdersHandlers({ baseUrl }).ready
  expect(globalThis).not.toHaveProperty('ordersMock')
  const { mock, ready } = createOrdersHandlers({ baseUrl, expose: true })
  await ready
  expect(globalThis).toHaveProperty('ordersMock', mock)
})

test.each(['api.example.com/v1', 'localhost:8080/v1'])('the base URL %s is refused with a scheme', (text) => {
  expect(() => createOrdersHandlers({ baseUrl: text })).toThrow(`"https://${text}"`)
})
