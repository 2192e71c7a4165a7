import { Buffer } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { auditFiles } from '../../src/traffic/index.js'
import { temporaryFile } from '../temporary-file.js'
import { cancel, har, list } from './entries.js'

type Entry = ReturnType<typeof list>
type Change = Readonly<{
  entry?: object
  response?: object
  content?: object
  headers?: Readonly<Record<string, string>>
}>

const WRONG = '{"no":"list"}'
const RIGHT = '[{"id":7}]'

/** An entry as its writer wrote it, by default with a list that is none. */
function written({ entry = {}, response = {}, content, headers = {} }: Change, from = 1): Entry {
  const given = list(from, [], { body: WRONG, headers })
  const body = content === undefined ? given.response.content : content
  return { ...given, ...entry, response: { ...given.response, ...response, content: body } } as Entry
}

async function reportOf(entries: readonly object[], writer = 'WebInspector') {
  const { check } = await auditFiles([temporaryFile('traffic.har', har([...entries, cancel(9, 204)], writer))])
  const { findings, notes } = check.report()
  return [findings.map(({ id }) => id), notes]
}

test.each<[string, string, Change, string]>([
  ['Chromium', 'its prefetch cache', { entry: { _fromCache: 'prefetch' } }, 'cached responses'],
  [
    'Chromium',
    'the cache of a service worker',
    { response: { _fetchedViaServiceWorker: true, _serviceWorkerResponseSource: 'cache-storage' } },
    'cached responses',
  ],
  [
    'Chromium',
    'code of a service worker',
    { response: { _fetchedViaServiceWorker: true } },
    'responses that no server sent',
  ],
  ['Safari', 'its memory cache', { entry: { _fetchType: 'Memory Cache' } }, 'cached responses'],
  ['Safari', 'its disk cache', { entry: { _fetchType: 'Disk Cache' } }, 'cached responses'],
  ['Safari', 'a service worker', { entry: { _fetchType: 'Service Worker' } }, 'responses that no server sent'],
  ['Safari', 'a local override', { entry: { _fetchType: 'Inspector Override' } }, 'responses of a test or an override'],
  ['Firefox', 'its cache', { entry: { cache: { afterRequest: null } } }, 'cached responses'],
  ['Firefox', 'its cache', { entry: { cache: { afterRequest: { eTag: '' } } } }, 'cached responses'],
  ['Firefox', 'a service worker', { response: { headersSize: 0, bodySize: 0 } }, 'responses that no server sent'],
  ['chrome-har', 'a cache', { entry: { cache: { beforeRequest: { eTag: '' } } } }, 'cached responses'],
  ['chrome-har', 'the disk cache', { response: { fromDiskCache: true } }, 'cached responses'],
  ['Playwright', 'a test', { entry: { _wasFulfilled: true } }, 'responses of a test or an override'],
  ['Playwright', 'a server that hung up', { response: { _failureText: 'net::ERR_ABORTED' } }, 'incomplete responses'],
  ['Chromium', 'a server that hung up', { response: { _error: 'net::ERR_FAILED' } }, 'incomplete responses'],
  ['Charles', 'a server that hung up', { response: { _charlesStatus: 'EXCEPTION' } }, 'incomplete responses'],
  ['mitmproxy', 'nobody', { response: { status: 0, _error: 'timed out' } }, 'requests without a response'],
])('a response that %s recorded from %s is left out', async (writer, _, change, reason) => {
  expect(await reportOf([written(change)], writer)).toEqual([[], [`Skipped: 1 ${reason}.`]])
})

test('a response without the address of a server is left out beside one that has it', async () => {
  const [mocked, sent] = [
    written({}),
    written({ entry: { serverIPAddress: '203.0.113.7' }, content: { size: 10, text: RIGHT } }, 2),
  ]
  expect(await reportOf([mocked, sent])).toEqual([[], ['Skipped: 2 responses that no server sent.']])
  expect(await reportOf([mocked])).toEqual([['openapi.listOrders.schema'], []])
})

test.each<[string, Change]>([
  ['nothing was cached before', { entry: { cache: { beforeRequest: null, afterRequest: {} } } }],
  ['the error is empty', { response: { _error: '' } }],
  ['Safari loaded it', { entry: { _fetchType: 'Network Load' } }],
  ['Charles has it whole', { response: { _charlesStatus: 'COMPLETE' } }],
  ['it is base64 that is not declared', { content: { size: 13, text: base64(WRONG) } }],
  ['it is still gzip', { content: { size: 33, text: base64(gzipSync(WRONG)), encoding: 'base64' } }],
  ['it is still gzip, a character for each byte', { content: { size: 33, text: gzipSync(WRONG).toString('latin1') } }],
  [
    'it is still brotli, as its header says',
    { headers: { 'content-encoding': 'br' }, content: { text: base64(brotliCompressSync(WRONG)), encoding: 'base64' } },
  ],
  [
    'its size is that of the compressed body',
    { headers: { 'content-encoding': 'gzip' }, content: { size: 99, text: WRONG } },
  ],
])('a response is judged if %s', async (_, change) => {
  expect(await reportOf([written(change)])).toEqual([['openapi.listOrders.schema'], []])
})

test.each<[string, Change]>([
  ['is empty beside a length on the wire', { headers: { 'content-length': '13' }, content: { size: 0, text: '' } }],
  ['is empty beside a transferred size', { response: { bodySize: 13 }, content: { size: 0, text: '' } }],
  ['was streamed through mitmproxy', { response: { bodySize: 0 }, content: { size: 0, text: '' } }],
  ['is empty, and nothing says so', { response: { bodySize: -1 }, content: { size: 0, text: '' } }],
  ['is shorter than what came', { headers: { 'content-length': '99' } }],
  ['was replaced by a note', { content: { size: 13, text: '[redacted]' } }],
  ['may be base64', { content: { text: base64(WRONG) } }],
  ['may be long base64', { content: { text: 'QUJD'.repeat(4_000_000) } }],
  [
    'has a coding that cannot be decoded',
    { headers: { 'content-encoding': 'zstd' }, content: { size: 4, text: '\u0028\uFFFD/\uFFFD' } },
  ],
])('a body that %s is unknown', async (_, change) => {
  expect(await reportOf([written(change)])).toEqual([[], ['Skipped: 1 missing or truncated bodies.']])
})

test.each<[string, Change]>([
  ['is empty by its length', { headers: { 'content-length': '0' }, content: { size: 0, text: '' } }],
  ['is not JSON', { content: { size: 4, text: 'oops' } }],
  ['is base64 on the wire', { headers: { 'content-length': '20' }, content: { size: 20, text: base64(WRONG) } }],
])('a body that %s is a finding', async (_, change) => {
  expect(await reportOf([written(change)])).toEqual([['openapi.listOrders.json'], []])
})

test('a recording of a page with a service worker by Firefox has no findings', async () => {
  const file = fileURLToPath(new URL('firefox-service-worker.har', import.meta.url))
  await expect(auditFiles([file])).rejects.toMatchObject({
    message: `${file}: no response can be checked. Skipped: 6 responses that no server sent.`,
  })
})

function base64(body: string | Buffer): string {
  return Buffer.from(body).toString('base64')
}

test('a recording of mitmproxy 11 is read whole: a right provider passes, and a second 204 is a violation', async () => {
  const file = fileURLToPath(new URL('mitmproxy.har', import.meta.url))
  const { check } = await auditFiles([file])
  const { exchanges, findings, notes } = check.report()
  expect({ exchanges, findings, notes }).toEqual({ exchanges: 6, findings: [], notes: [] })
  const twice = temporaryFile('twice.har', readFileSync(file, 'utf8').replace('"status": 409', '"status": 204'))
  const broken = await auditFiles([twice])
  expect(broken.check.report().findings.map(({ id }) => id)).toContain('model.cancelled-once.1')
})
