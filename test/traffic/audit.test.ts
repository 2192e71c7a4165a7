import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { ToolError } from '../../src/input/index.js'
import { auditFiles } from '../../src/traffic/index.js'
import { temporaryFile } from '../temporary-file.js'
import { BASE_URL, cancel, entry, har, list } from './entries.js'

const MOVED = { sunset: 'Thu, 01 Jul 2027 00:00:00 GMT' }
const SUNSET = { sunset: 'Wed, 30 Jun 2027 00:00:00 GMT' }

test.each<[string, unknown[], string]>([
  [
    'two cancels that overlap and both succeed',
    [cancel(1, 204, { to: 5 }), cancel(2, 204, { to: 4 })],
    'cancelled-once.7',
  ],
  ...['GET', 'HEAD', 'OPTIONS'].map((method): [string, unknown[], string] => [
    `a second 204 after a ${method} of a mock, which changes nothing,`,
    [cancel(1, 204), mockCall(2, method, '/sandboxes'), cancel(3, 204)],
    'cancelled-once.7',
  ]),
  [
    'an order that vanishes from the list and is cancelled',
    [list(1, [7]), list(2, []), cancel(3, 204)],
    'pending-no-more.7',
  ],
  [
    'two orders that are listed, not found, and listed again',
    [list(1, [7, 8]), cancel(2, 404), cancel(3, 404, { path: '/store/orders/8' }), list(4, [7, 8])],
    'listed-is-found',
  ],
  ['an order that vanishes and returns', [list(1, [7]), list(2, []), list(3, [7])], 'gone-stays-gone.7'],
])('%s is found', async (_, entries, rule) => {
  expect(await found(entries)).toEqual([`model.${rule}`])
})

test.each<[string, unknown[]]>([
  ['a second cancel that is refused', [cancel(1, 204), cancel(2, 409), cancel(3, 404), cancel(4, 410)]],
  ['an order that is placed after it was not found', [cancel(1, 404), list(2, []), list(3, [7]), cancel(4, 204)]],
  [
    'a cancel that is refused in a way of its own, since others may have cancelled the order',
    [list(1, [7]), cancel(2, 410)],
  ],
  ...['blocked', 'dns', 'connect', 'send', 'wait', 'receive'].map((phase): [string, unknown[]] => [
    `a cancel that overlaps, as it spent its time in ${phase},`,
    [{ ...cancel(1, 409), time: -1, timings: { [phase]: 1_500 } }, cancel(2, 204)],
  ]),
  ['a list that overlaps with the one before it', [list(1, [7]), list(2, [], { to: 4 }), list(3, [7], { to: 5 })]],
  ['times that are too close to tell an order', [list(1, [7]), list(2, [], { to: 2 }), list(2.0005, [7])]],
  [
    'times to the second, within which a list may overlap with the one before it',
    [list(1, [7]), list(2, [], { to: 2.8 }), list(3, [7])].map(toTheSecond),
  ],
  ['a list that a cache has kept', [list(1, [7]), list(50, []), list(60, [7], { headers: { age: '30' } })]],
  ['an order that another client cancelled before it was listed', [list(1, [7]), cancel(2, 404), list(3, [7])]],
  [
    'orders that are not found once they are cancelled, and stay in the list',
    [
      cancel(1, 204),
      list(2, [7, 8, 9]),
      cancel(3, 404),
      ...[8, 9].map((id) => cancel(id, 404, { path: `/store/orders/${id}` })),
      list(10, [7, 8, 9]),
    ],
  ],
  [
    'orders that are not found while a list is on its way',
    [list(1, [7]), cancel(2, 404), cancel(3, 404), list(1.5, [7], { to: 4 })],
  ],
  ['a filtered list', [list(1, [7]), list(2, [], { path: '/store/orders?page=2' }), list(3, [7])]],
  [
    'an order without an id, which may be any',
    [list(1, [7]), list(2, []), list(3, [])]
      .with(1, entry({ path: '/store/orders', status: 200, body: [{}], from: 2 }))
      .with(2, list(3, [7])),
  ],
  ['orders of one id behind two keys', [cancel(1, 204), cancel(2, 204, { key: 'key-of-bob' })]],
  ['a Sunset that is ahead', [pet(1, { ...MOVED, date: SUNSET.sunset }), pet(2, { ...MOVED, date: MOVED.sunset })]],
  [
    'a key that was revoked',
    [list(1, [7]), list(2, [], { status: 401, body: { code: 'x', message: 'y', status: 401 } })],
  ],
  ['refusals of keys that nobody knows', [list(1, [7]), cancel(2, 401), cancel(3, 204)].map(withoutKey)],
  ['an order that a mock brought back', [cancel(1, 204), mockCall(2, 'POST', '/sandboxes/main/reset'), cancel(3, 204)]],
  [
    'a cancel while a mock was reset',
    [cancel(1, 204), mockCall(2, 'POST', '/sandboxes/main/undo', 6), cancel(4, 204), cancel(7, 204)],
  ],
  ['a large order that was replaced by one beside it', [list(1, ['9007199254740993']), list(2, ['9007199254740992'])]],
])('%s is explained', async (_, entries) => {
  expect(await found(entries)).toEqual([])
  expect((await reportOfFiles([entries], { baseUrl: BASE_URL })).findings).toEqual([])
})

test.each([
  ['Firefox', 'for its preflight', [cancel(1, 409), preflight(1.01, 3), cancel(2, 204)]],
  ['Playwright', 'for a connection', [list(1, [], { to: 3 }), cancel(1.5, 409, { to: 2 }), cancel(3.1, 204)]],
])('times of %s leave out how long a request waited %s', async (writer, _, entries) => {
  const files = [writer, 'WebInspector'].map((each) => temporaryFile('traffic.har', har(entries, each)))
  const audits = await Promise.all(files.map((file) => auditFiles([file])))
  expect(audits.map(({ check }) => check.report().findings.length)).toEqual([0, 1])
})

test('a recording of the mock by Firefox has no findings', async () => {
  const { check, baseUrls } = await auditFiles([fileURLToPath(new URL('firefox.har', import.meta.url))])
  const { findings, notes, coverage } = check.report()
  expect([findings, notes, baseUrls]).toEqual([
    [],
    ['Skipped: 3 preflights, 2 requests without a response.'],
    ['http://127.0.0.1:4010/v1'],
  ])
  expect(coverage.filter(({ seen }) => seen > 0)).toEqual([
    { operation: 'listOrders', status: 200, seen: 2 },
    { operation: 'listOrders', status: 401, seen: 1 },
    { operation: 'cancelOrder', status: 204, seen: 1 },
    { operation: 'cancelOrder', status: 409, seen: 1 },
    { operation: 'getPet', status: 200, seen: 1 },
  ])
})

test('a status that is not documented is counted, too', async () => {
  const { coverage } = await reportOf([cancel(1, 418), cancel(2, 418)])
  expect(coverage).toContainEqual({ operation: 'cancelOrder', status: 418, seen: 2 })
})

test('choices that show in several responses are learned from each key by itself', async () => {
  const bob = { key: 'key-of-bob' }
  const entries = [list(1, [7, 8]), list(2, [8, 7], bob), cancel(3, 204), list(4, [8, 7], bob), cancel(5, 204, bob)]
  const { freedoms } = await reportOf([...entries, list(6, [8])])
  const ofOrders = freedoms.filter(({ freedom }) => /^(?:cancelled-orders|second-cancel|list-order)$/.test(freedom))
  expect(ofOrders.map(({ freedom, seen }) => [freedom, seen])).toEqual([['cancelled-orders', { gone: 1 }]])
})

test('a Sunset that has passed is a note', async () => {
  const passed = { ...SUNSET, date: MOVED.sunset }
  const { findings, notes } = await reportOf([pet(1, passed), pet(2, passed)])
  expect([findings, notes]).toEqual([[], ['getPet: the Sunset date has passed.']])
  const gone = entry({ path: '/pets/404', status: 404, body: {}, from: 1, headers: passed })
  expect((await reportOf([gone])).notes).not.toContain(notes[0])
})

test('a finding names the entries that contradict each other, in the order of time', async () => {
  const file = harFile([cancel(9, 204), list(1, [7]), cancel(5, 409)])
  const { check } = await auditFiles([file])
  expect(check.report().findings).toEqual([
    {
      id: 'model.pending-no-more.7',
      kind: 'model',
      name: 'only a pending order can be cancelled',
      clause: 'States and transitions',
      message: 'Order 7: A cancel request got 204 although the order was known not to be pending.',
      steps: [
        `${file}, entry 2: GET ${BASE_URL}/store/orders → 200`,
        `${file}, entry 3: DELETE ${BASE_URL}/store/orders/7 → 409`,
        `${file}, entry 1: DELETE ${BASE_URL}/store/orders/7 → 204`,
      ],
    },
  ])
})

test.each<[string, unknown[], message: string, steps: number[]]>([
  ['sunset-stays', [pet(1, SUNSET), pet(2, MOVED)], `The Sunset was ${SUNSET.sunset}, and is ${MOVED.sunset}.`, [1, 2]],
  [
    'ids-keep-digits',
    [list(1, ['9007199254740993', '9007199254740995']), list(2, ['9007199254740992', '9007199254740996'])],
    '2 orders came back with ids of fewer digits: 9007199254740993 became 9007199254740992.',
    [1, 2],
  ],
  [
    'key-opens-all',
    [list(1, [7]), cancel(2, 401), list(3, [7]), list(4, [7])],
    'A key was rejected between two requests for which it was accepted.',
    [1, 2, 3],
  ],
  ['pets-are-readable', [entry({ path: '/pets/1', status: 500, from: 1 })], 'Reading a pet returned a 5xx.', [1]],
  [
    'listed-is-found',
    [list(1, [7]), cancel(2, 404), list(3, [7]), cancel(4, 404), list(5, [7])],
    'Cancel requests got 404 for orders that were listed before and after.',
    [1, 2, 3, 4, 5],
  ],
  [
    'cancelled-once.7',
    [cancel(1, 204, { path: 'https://ann:secret@api.example.com/v1/store/orders/7?a=b#top' }), cancel(2, 204)],
    'Order 7: Two cancel requests for the same order got 204.',
    [1, 2],
  ],
  [
    'pending-no-more.7',
    [{ ...cancel(1, 409), time: -1, timings: { wait: 500, receive: 100, ssl: 5000 } }, cancel(2, 204)],
    'Order 7: A cancel request got 204 although the order was known not to be pending.',
    [1, 2],
  ],
])(
  'the finding %s says what happened and where, and its claim is not one that held',
  async (rule, entries, message, steps) => {
    const { findings, kept } = await reportOf(entries)
    const place = /, entry (\d+): \w+ https:\/\/api\.example\.com\/v1\/[\w/]+ → \d{3}$/
    const places = findings.map((finding) => finding.steps.map((step) => Number(place.exec(step)?.[1])))
    expect(findings).toMatchObject([{ id: `model.${rule}`, message }])
    expect(places).toEqual([steps])
    expect(kept.map(({ id }) => id)).not.toContain(`model.${rule.replace('.7', '')}`)
  },
)

test('a response is checked against the description, whatever its encoding; other claims hold', async () => {
  const text = Buffer.from('[{"id":"7"}]').toString('base64')
  const file = harFile([withContent({ size: 12, text, encoding: 'base64' })])
  const { findings, kept } = (await auditFiles([file])).check.report()
  expect(findings).toEqual([
    {
      id: 'openapi.listOrders.schema',
      kind: 'openapi',
      name: 'listOrders: bodies match their schema in the OpenAPI description',
      clause: 'Resources and their fields',
      message: '[0].id is "7", not an integer. (In the only response.)',
      expected: 'an integer',
      actual: 'status 200\ncontent-type: application/json\n[{"id":"7"}]',
      steps: [`${file}, entry 1: GET ${BASE_URL}/store/orders → 200`],
    },
  ])
  const ids = kept.map(({ id }) => id.replace('openapi.listOrders.', '').replace('model.', ''))
  expect(ids.join(' ')).toBe(
    'status media-type json unique-ids cancelled-once pending-no-more listed-is-found gone-stays-gone ids-keep-digits key-opens-all key-required pets-are-readable sunset-stays',
  )
})

test.each<[string, object, string]>([
  ['a preflight', entry({ method: 'OPTIONS', path: '/store/orders', status: 204, from: 1 }), '1 preflights'],
  ['304', list(1, [], { status: 304 }), '1 cached responses'],
  ['a cut body', withContent({ size: 99, text: '[{"id' }), '1 missing or truncated bodies'],
  ['a cut body of unknown size', withContent({ size: -1, text: '[{"id' }), '1 missing or truncated bodies'],
  ['429', list(1, [], { status: 429, body: 'slow' }), '1 requests that a rate limit rejected (429)'],
])('%s is left out and counted', async (_, entryLeftOut, note) => {
  const { findings, notes } = await reportOf([entryLeftOut, cancel(2, 204)])
  expect([findings, notes]).toEqual([[], [`Skipped: ${note}.`]])
})

test('files are held each by itself, and together only with the same clock: an exchange in both counts once', async () => {
  const both = [[list(1, [7]), cancel(2, 409)], [cancel(3, 204)]]
  expect((await reportOfFiles(both)).findings).toEqual([])
  expect((await reportOfFiles(both, { isSameClock: true })).findings).toHaveLength(1)
  const twice = [[cancel(3, 204)], [list(1, [7]), cancel(3, 204)]]
  expect((await reportOfFiles(twice, { isSameClock: true })).findings).toEqual([])
})

test.each<[string, object, object, number]>([
  ['is a finding', cancel(1, 204), cancel(90, 204), 1],
  ['is a finding if the second file is earlier', cancel(90, 204), cancel(1, 204), 1],
  ['is a finding if the provider says that it responded twice', dated(1, 1), dated(1, 2), 1],
  ['may be one that both recorders have seen', dated(1, 1), dated(90, 1), 0],
  ['may be one that both recorders have seen, without a date', cancel(1, 204, { to: 4 }), cancel(2, 204, { to: 3 }), 0],
  ['may be of another user', cancel(1, 204), cancel(90, 204, { key: 'key-of-bob' }), 0],
  ['may be of another user if no key is known', withoutKey(cancel(1, 204)), withoutKey(cancel(90, 204)), 0],
])('a confirmed cancellation of one order in each of two files %s', async (_, one, other, count) => {
  const { findings } = await reportOfFiles([
    [list(0, [7]), one],
    [list(0, []), other, list(99, [7])],
  ])
  expect(findings.filter(({ id }) => id === 'model.cancelled-once.7').length).toBe(count)
})

test('an order may be cancelled in each of two files if a mock was reset in one', async () => {
  const files = [[cancel(1, 204)], [mockCall(2, 'POST', '/sandboxes/main/reset'), cancel(3, 204)]]
  for (const each of [files, files.toReversed()]) expect((await reportOfFiles(each)).findings).toEqual([])
  const { check } = await auditFiles([temporaryFile('reset.har', har(files.flat()))])
  expect(check.habits.list().map(({ freedom }) => freedom)).not.toContain('second-cancel')
})

test('a file that was cut off is read as far as it goes', async () => {
  const file = temporaryFile('cut.har', har([cancel(1, 204), cancel(2, 204), list(3, ['"}]'])]).slice(0, -60))
  const { findings, notes } = (await auditFiles([file])).check.report()
  expect(findings).toMatchObject([{ id: 'model.cancelled-once.7' }])
  expect(notes).toEqual([`${file} is cut off: its first 2 entries were read.`])
})

const HOSTILE: readonly unknown[] = [
  null,
  7,
  'x',
  [],
  {},
  { request: null },
  { ...list(1, []), request: { method: 7, url: `${BASE_URL}/store/orders`, headers: [] } },
  { ...list(1, []), request: { method: 'GET', url: 'no URL', headers: [] } },
  { ...list(1, []), request: { ...list(1, []).request, headers: [null, { name: 7 }] } },
  { ...list(1, []), response: { status: 200, headers: 'x' } },
  {
    ...list(1, []),
    response: { ...list(1, []).response, content: { text: '[]', size: 2 }, headers: [{ name: 'a', value: {} }] },
  },
]

test('entries that nobody wrote by HTTP are left out and counted, and the others are read', async () => {
  const { findings, notes, exchanges } = await reportOf([...HOSTILE, cancel(1, 204), cancel(2, 204)])
  const below = `entries below ${BASE_URL} that cannot be read:`
  expect([findings.map(({ id }) => id), notes, exchanges]).toEqual([
    ['model.cancelled-once.7'],
    [
      `Skipped: 8 entries that cannot be read, 1 ${below} a part is missing, 1 ${below} headers are not a list, 1 ${below} a header has no name and value.`,
    ],
    2,
  ])
})

test.each<[string, (given: ReturnType<typeof entry>) => object]>([
  [
    'headers are arrays',
    (given) => ({ ...given, response: { ...given.response, headers: [['content-type', 'application/json']] } }),
  ],
  ['headers are not a list', (given) => ({ ...given, request: { ...given.request, headers: { accept: '*/*' } } })],
  ['startedDateTime is not a time', (given) => ({ ...given, startedDateTime: 'yesterday' })],
  ['startedDateTime is not a time', (given) => ({ ...given, startedDateTime: null })],
])('a file in which %s is rejected with that reason', async (reason, change) => {
  const file = harFile([list(1, [7]), cancel(2, 204)].map(change))
  await expect(auditFiles([file])).rejects.toMatchObject({
    exitCode: 2,
    message: `${file}: no response can be checked. Skipped: 2 entries below ${BASE_URL} that cannot be read: ${reason}.`,
  })
})

test('a file that is cut off anywhere is read as far as it goes, or rejected', async () => {
  const text = har([cancel(1, 204, { path: '/store/orders/7?"}]{' }), list(2, ['"\\\\\\"}]'])])
  const ends = await Promise.all(
    Array.from({ length: text.length / 3 }, async (_, third) => {
      const length = 3 * third + (text.length % 3)
      const cut = temporaryFile('cut.har', text.slice(0, length))
      return auditFiles([cut]).then(
        ({ check }) => `${check.report().exchanges} read`,
        (error: unknown) => `exit code ${(error as ToolError).exitCode}`,
      )
    }),
  )
  expect(new Set(ends)).toEqual(new Set(['exit code 2', '1 read', '2 read']))
})

test('only requests to the base URL are looked at', async () => {
  const file = harFile([cancel(1, 204), cancel(2, 204, { path: 'http://localhost:80/api/store/orders/7' })])
  const { check, baseUrls } = await auditFiles([file], { baseUrl: 'http://localhost/api/' })
  expect([check.report().exchanges, baseUrls]).toEqual([1, ['http://localhost/api']])
})

test.each([
  ['{"log":{}}', /is not a HAR file: it is not JSON with log\.entries\.$/],
  [
    har([entry({ path: 'https://example.com/', status: 200, from: 1 })]),
    /: no request to the API below a base URL that ends in/,
  ],
  [har([list(1, [], { method: 'POST', status: 304 })]), /: no request to the API below a base URL that ends in/],
  ['PK\u0003\u0004', /: it is packed\. Unpack it\.$/],
  [gzipSync(har([])), /: it is packed\. Unpack it\.$/],
])('%s is rejected with exit code 2', async (text, message) => {
  const file = temporaryFile('refused.har', text)
  await expect(auditFiles([file])).rejects.toMatchObject({ exitCode: 2, message: expect.stringMatching(message) })
})

test('at most a hundred thousand orders are kept, and forgotten ones are reported', async () => {
  const ids = Array.from({ length: 100_000 }, (_, index) => index)
  const { notes } = await reportOf([list(1, ids)])
  expect(notes).toEqual(['Orders dropped, so that violations may have been missed: 1.'])
})

test('at most a thousand findings are kept, and the others are counted', async () => {
  const ids = Array.from({ length: 1_010 }, (_, index) => index)
  const { findings, notes } = await reportOf([list(1, ids), list(2, []), list(3, ids)])
  expect([findings.length, notes]).toEqual([1_000, ['Skipped: 10 findings beyond the first 1000.']])
})

async function found(entries: readonly unknown[]): Promise<string[]> {
  return (await reportOf(entries)).findings.map(({ id }) => id)
}

async function reportOf(entries: readonly unknown[]) {
  return await reportOfFiles([entries])
}

async function reportOfFiles(files: readonly (readonly unknown[])[], options?: Parameters<typeof auditFiles>[1]) {
  return (await auditFiles(files.map(harFile), options)).check.report()
}

function harFile(entries: readonly unknown[]): string {
  return temporaryFile('traffic.har', har(entries))
}

function pet(from: number, headers: Readonly<Record<string, string>>) {
  return entry({ path: '/pets/1', status: 200, body: { id: 1 }, from, headers })
}

/** A confirmed cancel, with the second in which the provider responded. */
function dated(from: number, second: number) {
  return cancel(from, 204, { headers: { date: `Fri, 20 Nov 2026 12:00:0${second} GMT` } })
}

function preflight(from: number, to: number) {
  return entry({ method: 'OPTIONS', path: '/store/orders/7', status: 204, from, to })
}

function mockCall(from: number, method: string, path: string, to = from) {
  return entry({ method, path: `https://api.example.com/__mock${path}`, status: 200, body: {}, from, to })
}

function toTheSecond(given: ReturnType<typeof entry>) {
  return { ...given, startedDateTime: given.startedDateTime.replace('.000', '') }
}

function withoutKey(given: ReturnType<typeof entry>) {
  return { ...given, request: { ...given.request, headers: [] } }
}

function withContent(content: object) {
  const given = list(1, [])
  return { ...given, response: { ...given.response, content } }
}
