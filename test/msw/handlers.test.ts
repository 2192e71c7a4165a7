import { getResponse } from 'msw'
import { setupServer } from 'msw/node'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createOrdersHandlers } from '../../src/msw/index.js'

const baseUrl = 'https://api.example.com/v1'

test('where there is no IndexedDB, that is reported once, and the mock works without it', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  onTestFinished(() => warn.mockRestore())
  // Nothing is missing where nothing is persisted.
  await createOrdersHandlers({ baseUrl }).ready
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

test('the store of a base URL that never responds is waited for two seconds, reported once, and done without', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const open = vi.fn<() => EventTarget>(() => new EventTarget())
  vi.stubGlobal('indexedDB', { open })
  const { setImmediate: turn } = globalThis
  vi.useFakeTimers()
  onTestFinished(() => {
    warn.mockRestore()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
  const { handlers, mock, ready } = createOrdersHandlers({ baseUrl, persist: true, scenario: 'pending' })
  // The code for it is loaded in real time.
  while (open.mock.calls.length === 0) await new Promise((resolve) => void turn(resolve))
  await vi.advanceTimersByTimeAsync(1_999)
  expect(warn.mock.calls).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(warn.mock.calls).toEqual([
    [expect.stringMatching(/goes on alone, in memory: Error: IndexedDB did not respond within 2 s$/)],
  ])
  await ready
  const answered = vi.fn<(response: unknown) => void>()
  void getResponse(handlers, new Request(`${baseUrl}/store/orders`)).then(answered)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(answered).toHaveBeenCalledWith(expect.objectContaining({ status: 401 }))
  expect(open.mock.calls).toEqual([['orders-mock https://api.example.com/v1', 1]])
  expect(mock.sandbox().counts.pending).toBeGreaterThan(0)
})

test('code that cannot be loaded costs the persistence, and of the control API one response', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const modules = ['persistence/shared-sandboxes', 'control-page'].map((name) => `../../src/msw/${name}.js`)
  for (const path of modules) vi.doMock(path, () => Promise.reject(new Error('offline')))
  onTestFinished(() => {
    warn.mockRestore()
    for (const path of modules) vi.doUnmock(path)
  })
  const { handlers, ready } = createOrdersHandlers({ baseUrl, persist: true, control: true })
  await ready
  const message = /^orders-mock: nothing is persisted, because the code for it could not be loaded: Error: /
  expect(warn.mock.calls).toEqual([[expect.stringMatching(message)]])
  const ask = (path: string) => getResponse(handlers, new Request(`https://api.example.com${path}`))
  expect(await ask('/v1/store/orders')).toMatchObject({ status: 401 })
  await expect(ask('/__mock/health')).rejects.toBeInstanceOf(Error)
  for (const path of modules) vi.doUnmock(path)
  expect(await ask('/__mock/health')).toMatchObject({ status: 200 })
})

test('a mistake while a request is handled is not taken for a broken connection', async () => {
  const { handlers, mock } = createOrdersHandlers({ baseUrl })
  vi.spyOn(mock, 'handle').mockImplementation(() => expect.unreachable('no such thing'))
  await expect(getResponse(handlers, new Request(`${baseUrl}/store/orders`))).rejects.toThrow('no such thing')
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

test.each([
  ['http://localhost:8080/v1//', 'http://localhost:8080/v1'],
  ['/shop/v1', 'http://localhost/shop/v1'],
])('the base URL %s means %s', (text, meant) => {
  expect(createOrdersHandlers({ baseUrl: text }).baseUrl).toBe(meant)
})

test.each([
  ['api.example.com/v1', 'https://api.example.com/v1'],
  ['localhost:8080/v1', 'https://localhost:8080/v1'],
  ['ftp://localhost:8080/v1', 'https://localhost:8080/v1'],
])('the base URL %s is refused with the scheme of %s', (text, meant) => {
  expect(() => createOrdersHandlers({ baseUrl: text })).toThrow(`"${meant}"`)
})
