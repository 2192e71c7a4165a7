import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../cli/command.js'
import { temporaryFolder } from '../temporary-file.js'
import { curlLine } from '../../src/verify/script/curl.js'
import { type Credentials, credentialsFor, KEY_KINDS } from '../../src/verify/model/sequences/key-kinds.js'
import { Secrets } from '../../src/verify/secrets.js'
import { listing, startSmallBroker } from './pact/broker/small-broker.js'
import { startSmallProvider } from './providers/small-provider.js'

const KEY = 'Zq9-Vb.72kLm_tR4x'
const url = 'http://shop/v1/store/orders'

test.each([KEY, 'it\'s $secret `k` "q" \\!', 'k+/=:42', 'abcdefgh', 'short7'])(
  'no line holds the key %j, and bash sends what was sent',
  (key) => {
    const secrets = secretsOf(key)
    const requests = [undefined, ...KEY_KINDS].map((kind) => requestWith(credentialsFor(key, kind)))
    const lines = requests.map((request) => curlLine(secrets.mask(request)))
    expect(lines.join('\n')).not.toContain(key)
    expect(argumentsOf(lines, { ORDERS_MOCK_KEY: key })).toEqual(argumentsOf(requests.map(curlLine)))
  },
)

test('a key that is nearly right does not give the right one away', () => {
  const secrets = secretsOf(KEY)
  for (const kind of KEY_KINDS) {
    const { headers, path } = secrets.mask(requestWith(credentialsFor(KEY, kind)))
    const literal = (Object.values(headers).join(' ') + path).replaceAll(/\$\{[^}]*\}|\$\([^)]*\)/g, '')
    for (let at = 0; at + 4 <= KEY.length; at++) expect(literal).not.toContain(KEY.slice(at, at + 4))
  }
})

test('a line is easy to read', () => {
  const headers = { 'X-Tenant-Token': 's3cr3t', Accept: 'text/csv' }
  const secrets = new Secrets({ key: KEY, headers, statesHeaders: {} })
  const request = requestWith({ headers: { Authorization: `Bearer ${KEY}`, ...headers }, query: '' })
  expect(curlLine(secrets.mask(request))).toBe(
    `curl -i -H "Authorization: Bearer $ORDERS_MOCK_KEY" -H "X-Tenant-Token: $ORDERS_MOCK_HEADER_X_TENANT_TOKEN" -H 'Accept: text/csv' '${url}'`,
  )
})

test('the key of every mock is not a secret: its lines work without a variable', () => {
  const request = requestWith({ headers: { Authorization: 'Bearer test-key~shipped' }, query: '' })
  expect(secretsOf('test-key~shipped').mask(request)).toEqual(request)
})

test('neither a report nor a broker gets the key or a header, though the provider repeats them', async () => {
  const [apiKey, token, tester] = ["S3cr3t-key's-08bX", 'T0ken.of-the/tenant', 't3ster-of-the-states']
  const provider = await startSmallProvider(
    (usual) => ({
      refuse: ({ authorization = '', request }) =>
        usual.json(403, {
          code: 'no',
          message: `${authorization} of ${String(request.headers['x-token'])}`,
          status: 400,
        }),
      listOrders: (call) => usual.json(206, [{ id: 'x', key: call.authorization }]),
    }),
    { apiKey },
  )
  await using broker = await startSmallBroker()
  broker.publish([listing('a list'), { ...listing('a key'), response: { status: 200, body: [{ key: 'mine' }] } }])
  const folder = temporaryFolder()
  const files = ['pretty', 'json', 'junit', 'github', 'markdown'].map((format) => `${format}=${join(folder, format)}`)
  const states = ['--states', provider.statesUrl, '--states-header', `X-Token: ${tester}`]
  const reported = ['pretty', ...files].flatMap((report) => ['--report', report])
  const publishing = ['--broker', broker.url, '--publish', '--provider-version', '1']
  const flags = ['--header', `X-Token: ${token}`, '--time-budget', '1s', ...states, ...reported, ...publishing]
  const { stdout, stderr, code } = await runCommand(['verify', provider.baseUrl, ...flags], { ORDERS_MOCK_KEY: apiKey })
  await provider.close()
  const reports = await Promise.all(files.map((file) => readFile(file.slice(file.indexOf('=') + 1), 'utf8')))
  expect(code).toBe(1)
  expect(broker.results).toHaveLength(1)
  const published = JSON.stringify(broker.results)
  for (const text of [stdout, stderr, ...reports, published]) {
    for (const secret of [apiKey, apiKey.slice(0, -1), apiKey.slice(1), token, tester]) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain(secret.replaceAll("'", String.raw`'\''`))
    }
  }
  for (const text of [...reports, published]) expect(text).toContain('ORDERS_MOCK_KEY')
})

function secretsOf(key: string): Secrets {
  return new Secrets({ key, headers: {}, statesHeaders: {} })
}

function requestWith({ headers, query }: Pick<Credentials, 'headers' | 'query'> = { headers: {}, query: '' }) {
  return { method: 'GET', headers, path: `/store/orders${query}`, url: url + query }
}

/** What bash hands to the commands of these lines. */
function argumentsOf(lines: readonly string[], env: Record<string, string> = {}): string[] {
  const script = [`curl() { printf '%s\\0' "$@"; }`, ...lines].join('\n')
  const output = execFileSync('bash', ['-c', script], { env: { PATH: process.env['PATH'], ...env }, encoding: 'utf8' })
  // -g matters for what stands in braces, which the parts of a key no longer do once bash has put them in.
  return output.split('\0').filter((each) => each !== '-g')
}
