import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../cli/command.js'
import { temporaryFolder } from '../temporary-file.js'
import { curlLine, mark } from '../../src/shell/index.js'
import { toCurl } from '../../src/verify/curl.js'
import { credentialsFor, NOTHING_ECHOED } from '../../src/verify/model/sequences/credentials.js'
import { type Credentials, KEY_KINDS } from '../../src/verify/model/sequences/key-kinds.js'
import { Secrets } from '../../src/verify/secrets.js'
import { listing, startSmallBroker } from './pact/broker/small-broker.js'
import { providerDuringTest } from './providers/during-test.js'
import type { Deviation } from './providers/small-provider.js'

const KEY = 'Zq9-Vb.72kLm_tR4x'
const url = 'http://shop/v1/store/orders'

test.each([KEY, 'it\'s $secret `k` "q" \\!', 'k+/=:42', 'abcdefgh', 'short7'])(
  'no line holds the key %j, and bash sends what was sent',
  (key) => {
    const secrets = secretsOf(key)
    const requests = [undefined, ...KEY_KINDS].map((kind) => requestWith(credentialsFor(key, kind, NOTHING_ECHOED)))
    const lines = requests.map((request) => lineOf(secrets.mask(request)))
    expect(lines.join('\n')).not.toContain(key)
    expect(argumentsOf(lines, { ORDERS_MOCK_KEY: key })).toEqual(argumentsOf(requests.map(lineOf)))
  },
)

test('a key that is nearly right does not give the right one away', () => {
  const secrets = secretsOf(KEY)
  for (const kind of KEY_KINDS) {
    const { headers, path } = secrets.mask(requestWith(credentialsFor(KEY, kind, NOTHING_ECHOED)))
    const literal = (Object.values(headers).join(' ') + path).replaceAll(/\$\{[^}]*\}|\$\([^)]*\)/g, '')
    for (let at = 0; at + 4 <= KEY.length; at++) expect(literal).not.toContain(KEY.slice(at, at + 4))
  }
})

test('a line is easy to read', () => {
  const headers = { 'X-Tenant-Token': 's3cr3t', Accept: 'text/csv' }
  const request = requestWith({ headers: { Authorization: `Bearer ${KEY}`, ...headers }, query: '' })
  expect(lineOf(secretsOf(KEY, headers).mask(request))).toBe(
    `curl -i -H "Authorization: Bearer $ORDERS_MOCK_KEY" -H "X-Tenant-Token: $ORDERS_MOCK_HEADER_X_TENANT_TOKEN" -H 'Accept: text/csv' '${url}'`,
  )
})

test('what only has some letters in common with a key is left as it is', () => {
  const headers = { Connection: 'keep-alive', 'User-Agent': 'python-requests/2.32.5' }
  const request = requestWith({ headers, query: '?status=pending' })
  expect(secretsOf('live-python-pending-7').mask(request)).toEqual(request)
})

test('the key of every mock is not a secret: its lines work without a variable', () => {
  const request = requestWith({ headers: { Authorization: 'Bearer test-key~shipped' }, query: '' })
  expect(secretsOf('test-key~shipped').mask(request)).toEqual(request)
})

const repeating: Deviation = (usual) => ({
  refuse: ({ authorization = '', request: { headers } }) =>
    usual.json(403, { code: 'no', message: `${authorization} of ${String(headers['x-token'])}`, status: 400 }),
  listOrders: (call) => usual.json(206, [{ id: 'x', key: call.authorization }]),
})

test('neither a report nor a broker gets the key or a header, though the provider repeats them', async () => {
  const [apiKey, token, tester] = ["S3cr3t-key's-08bX", 'T0ken.of-the/tenant', 't3ster-of-the-states']
  const provider = await providerDuringTest(repeating, { apiKey })
  const asking = { ...listing('a key'), response: { status: 200, body: [{ key: 'mine' }] } }
  const broker = await startSmallBroker([listing('a list'), asking])
  const folder = temporaryFolder()
  const formats = ['pretty', 'json', 'junit', 'github', 'markdown', 'ctrf', 'html']
  const reports = ['pretty', ...formats.map((format) => `${format}=${join(folder, format)}`)]
  const states = ['--states', provider.statesUrl, '--states-header', `X-Token: ${tester}`]
  const reported = reports.flatMap((report) => ['--report', report])
  const publishing = ['--broker', broker.url, '--publish', '--provider-version', '1']
  const flags = ['--header', `X-Token: ${token}`, '--time-budget', '1s', ...states, ...reported, ...publishing]
  const { stdout, stderr, code } = await runCommand(['verify', provider.baseUrl, ...flags], { ORDERS_MOCK_KEY: apiKey })
  expect([code, broker.results.length]).toEqual([1, 1])
  const files = formats.map((format) => readFileSync(join(folder, format), 'utf8'))
  const kept = [...files, JSON.stringify(broker.results)]
  for (const text of [stdout, stderr, ...kept]) {
    for (const secret of [apiKey, apiKey.slice(0, -1), apiKey.slice(1), token, tester]) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain(secret.replaceAll("'", String.raw`'\''`))
    }
  }
  for (const text of kept) expect(text).toContain('ORDERS_MOCK_KEY')
})

const SPELLINGS: readonly (readonly [string, (secret: string) => string])[] = [
  ['as it is', (secret) => secret],
  ['in capitals', (secret) => secret.toUpperCase()],
  ['percent-encoded', encodeURIComponent],
  ['percent-encoded in lower case', (secret) => encodeURIComponent(secret).toLowerCase()],
  ['percent-encoded twice', (secret) => encodeURIComponent(encodeURIComponent(secret))],
  ['percent-encoded to the last letter', (secret) => bytesOf(secret, (hex) => `%${hex}`)],
  ['escaped for HTML', (secret) => secret.replaceAll('&', '&amp;').replaceAll("'", '&#39;').replaceAll('<', '&lt;')],
  ['escaped for HTML in hexadecimal', (secret) => secret.replaceAll(/\W/g, (each) => bytesOf(each, (x) => `&#x${x};`))],
  ['escaped for JSON', (secret) => JSON.stringify(secret).replaceAll('/', String.raw`\/`)],
  ['escaped for JSON in JSON', (secret) => JSON.stringify(JSON.stringify(secret))],
  ['escaped for JSON in hexadecimal', (secret) => bytesOf(secret, (hex) => String.raw`\u00` + hex)],
  ['in Base64', (secret) => Buffer.from(secret).toString('base64')],
  ['in Base64 of credentials', (secret) => Buffer.from(`ann:${secret}`).toString('base64')],
  ['in base64url', (secret) => Buffer.from(`Bearer ${secret}`).toString('base64url')],
  ['in Base64 in an address', (secret) => encodeURIComponent(Buffer.from(secret).toString('base64'))],
  ['in hexadecimal', (secret) => Buffer.from(secret).toString('hex')],
  ['in hexadecimal capitals', (secret) => Buffer.from(secret).toString('hex').toUpperCase()],
  ['without its first characters', (secret) => secret.slice(2)],
  ['without its last characters', (secret) => secret.slice(0, -2)],
]

test.each(SPELLINGS)('a secret that a provider repeats is hidden: %s', (_, spell) => {
  const key = `S3cr3t&key's/<08~X>?~`
  const [token, first, second] = ['T0ken.of+the/tenant==', 'session-0123456789', 'c00kie+two/3456']
  const headers = { 'X-Auth': `Token ${token}`, Cookie: `sid=${first}; theme=dark; other="${second}"` }
  const secrets = new Secrets({ key, headers, statesHeaders: {}, broker: { token: 'the-token-of-the-broker' } })
  const all = [key, token, first, second, 'the-token-of-the-broker']
  const shown = ['KEY', 'HEADER_X_AUTH', 'HEADER_COOKIE', 'HEADER_COOKIE'].map((name) => `$ORDERS_MOCK_${name}`)
  const texts = secrets.redact(all.map((secret) => `{"a": "${spell(secret)}", "b": 1}`))
  for (const [at, variable] of [...shown, '$PACT_BROKER_TOKEN'].entries()) {
    expect(texts[at]).toMatch(/^\{"a": ".*", "b": 1\}$/)
    expect(texts[at]?.replace(variable, '')).toMatch(/^\{"a": "[^]{0,14}", "b": 1\}$/)
  }
})

test.each(SPELLINGS)('the beginning of a secret is hidden where an excerpt ends: %s', (_, spell) => {
  const key = 'Zq9-Vb.7&2kLm\'t_R4x/"+<tail'
  const [spelled, secrets] = [spell(key), secretsOf(key)]
  for (let length = Math.ceil(spelled.length / 2); length < spelled.length; length++) {
    const told = secrets.redact(`It is "${spelled.slice(0, length)}… (99 characters).`)
    expect(told).toMatch(/\$ORDERS_MOCK_KEY[^]{0,6}… \(99 characters\)\.$/)
  }
})

test('short secrets are hidden where they are words, and blank out nothing else', () => {
  const secrets = secretsOf('stat', { 'X-Debug': 'true', 'X-Tenant': 'orders' })
  expect(secrets.redact('true: status stat of reorders, orders')).toBe(
    'true: status $ORDERS_MOCK_KEY of reorders, $ORDERS_MOCK_HEADER_X_TENANT',
  )
  for (const key of ['a', 'ab', 'abc']) expect(secretsOf(key).redact('a ab abc')).toBe('a ab abc')
})

test('what a pact spells like a variable stays text', () => {
  const headers = { 'X-Trace': '$ORDERS_MOCK_STATES_HEADER_X_ADMIN', 'X-Marked': mark('$HOME') }
  const secrets = new Secrets({ key: KEY, headers: {}, statesHeaders: { 'X-Admin': 'ADMIN-SECRET' } })
  const request = requestWith({ headers, query: '?a=$ORDERS_MOCK_KEY' })
  expect(lineOf(secrets.mask(request))).toBe(
    `curl -i -g -H 'X-Trace: $ORDERS_MOCK_STATES_HEADER_X_ADMIN' -H 'X-Marked: $HOME' '${url}?a=$ORDERS_MOCK_KEY'`,
  )
})

function lineOf(request: ReturnType<Secrets['mask']>): string {
  return curlLine(toCurl(request))
}

function bytesOf(text: string, spell: (hex: string) => string): string {
  return Array.from(Buffer.from(text), (byte) => spell(byte.toString(16).padStart(2, '0'))).join('')
}

function secretsOf(key: string, headers: Record<string, string> = {}): Secrets {
  return new Secrets({ key, headers, statesHeaders: {} })
}

function requestWith({ headers, query }: Pick<Credentials, 'headers' | 'query'> = { headers: {}, query: '' }) {
  return { method: 'GET', headers, path: `/store/orders${query}`, url: url + query }
}

function argumentsOf(lines: readonly string[], env: Record<string, string> = {}): string[] {
  const script = [`curl() { printf '%s\\0' "$@"; }`, ...lines].join('\n')
  const surroundings = { PATH: process.env['PATH'], ...env }
  const output = execFileSync('bash', ['--norc', '-c', script], { env: surroundings, encoding: 'utf8' })
  // -g matters for what stands in braces, which the parts of a key no longer do once bash has put them in.
  return output.split('\0').filter((each) => each !== '-g')
}
