import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from '../cli/command.js'
import { startSmallProvider } from './providers/small-provider.js'
import { curlLine } from '../../src/verify/curl.js'
import { credentialsFor, KEY_KINDS } from '../../src/verify/model/sequences/key-kinds.js'
import { createRedact } from '../../src/verify/secrets/redact.js'

const KEY = 'Zq9-Vb.72kLm_tR4x'
const url = 'http://shop/v1/store/orders'

test.each([KEY, 'it\'s $secret `k` "q" \\!', 'k+/=:42', 'abcdefgh', 'short7'])(
  'no line holds the key %j, and bash makes each line what it was',
  (key) => {
    const redact = createRedact({ key, headers: {} })
    const lines = [undefined, ...KEY_KINDS].map((kind) => {
      const { headers = {}, query = '' } = credentialsFor(key, kind) ?? {}
      return `${curlLine({ method: 'GET', headers, url: url + query })}  # 1. 401`
    })
    const { steps } = redact({ steps: lines })
    expect(steps.join('\n')).not.toContain(key)
    expect(argumentsOf(steps.join('\n'), { ORDERS_MOCK_KEY: key })).toEqual(argumentsOf(lines.join('\n')))
  },
)

test('a key that is nearly right does not give the right one away', () => {
  const redact = createRedact({ key: KEY, headers: {} })
  for (const kind of KEY_KINDS) {
    const { headers = {}, query = '' } = credentialsFor(KEY, kind) ?? {}
    const { request } = redact({ request: { headers, path: `/store/orders${query}` } })
    const told = Object.values(request.headers).join(' ') + request.path
    const literal = told.replaceAll(/\$\{ORDERS_MOCK_KEY[^}]*\}|\$\([^)]*\)|tr .*?(?=\)|$)/g, '')
    for (let at = 0; at + 4 <= KEY.length; at++) expect(literal).not.toContain(KEY.slice(at, at + 4))
    expect(literal.length).toBeLessThan(60 + 5 * '$ORDERS_MOCK_KEY'.length + query.length)
  }
})

test.each(['S3cr3t-Kéy+/=~x', 'k+/=:42:longer'])(
  'an Authorization encoded for a URL does not hold the key %j',
  (key) => {
    const redact = createRedact({ key, headers: {} })
    const echo = `/login?authorization=${encodeURIComponent(`Bearer ${key}`)}&from=x`
    expect(redact({ message: echo }).message).not.toContain(encodeURIComponent(key))
    expect(redact({ message: echo }).message).toMatch(/^\/login\?authorization=Bearer%20\$.*&from=x$/)
  },
)

test('a plain line is easy to read', () => {
  const redact = createRedact({ key: KEY, headers: { 'X-Tenant-Token': 's3cr3t' } })
  const headers = { Authorization: `Bearer ${KEY}`, 'X-Tenant-Token': 's3cr3t' }
  expect(redact({ curl: curlLine({ method: 'GET', headers, url }) }).curl).toBe(
    `curl -i -H "Authorization: Bearer $ORDERS_MOCK_KEY" -H "X-Tenant-Token: $ORDERS_MOCK_HEADER_X_TENANT_TOKEN" '${url}'`,
  )
})

test.each([
  [`id=$(curl -s -H 'Authorization: Bearer ${KEY}' 'http://x' | sed 's/a/b/')`],
  [
    `id="$(curl -s -H 'Authorization: Bearer ${KEY}' "http://x/$A")"; curl "http://x/$id" -H "Authorization: Bearer ${KEY}x"`,
  ],
  [`curl -H Authorization:${KEY} 'http://x'  # it's ${KEY} "again`],
  [`for i in $(seq 2); do curl -d '{"a":"${KEY}"}' 'http://x' & done; wait`],
])('a line with other quoting keeps its meaning: %s', (line) => {
  const { steps } = createRedact({ key: KEY, headers: {} })({ steps: [line] })
  expect(steps[0]).not.toContain(KEY)
  expect(argumentsOf(steps[0] ?? '', { ORDERS_MOCK_KEY: KEY })).toEqual(argumentsOf(line))
})

test.each([
  ['the key', `it said ${KEY}`, 'it said $ORDERS_MOCK_KEY'],
  ['the key before a letter', `it said ${KEY}x`, 'it said ${ORDERS_MOCK_KEY}x'],
  [
    'its start where the text is cut',
    'it said Zq9-Vb.72… (900 characters)',
    'it said $ORDERS_MOCK_KEY… (900 characters)',
  ],
  ['a header', 'no tenant s3cr3t!', 'no tenant $ORDERS_MOCK_HEADER_X_TENANT!'],
  ['a part of a header', 'session 0123456789ab ended', 'session $ORDERS_MOCK_HEADER_COOKIE ended'],
  ['a password', 'user me, pass-word', 'user me, $ORDERS_MOCK_HEADER_PROXY_AUTHORIZATION'],
  ['a word that only begins like a short value', 's3cr3tary', 's3cr3tary'],
  ['what everybody sends', 'application/json true', 'application/json true'],
])('text is cleared of %s', (_, text, expected) => {
  const headers = {
    'X-Tenant': 's3cr3t',
    Cookie: 'session=0123456789ab; theme=dark',
    'Proxy-Authorization': `Basic ${btoa('me:pass-word')}`,
    Accept: 'application/json',
    'X-Debug': 'true',
  }
  expect(createRedact({ key: KEY, headers })({ actual: text })).toEqual({ actual: expected })
})

test.each([
  ['in a string of JSON', (secret: string) => JSON.stringify(secret).slice(1, -1)],
  ['encoded for a URL', encodeURIComponent],
  ['encoded for a URL twice', (secret: string) => encodeURIComponent(encodeURIComponent(secret))],
  ['in base64', btoa],
])('no secret is told %s', (_, encode) => {
  const [key, header] = ['k3y"/Zq9+Vb72kLm', 'h3ad"er/Zq9+Vb72']
  const redact = createRedact({ key, headers: { 'X-Secret': header } })
  const told = redact({ actual: `${encode(key)} and ${encode(header)}.` }).actual
  expect(told).toMatch(/ORDERS_MOCK_KEY.* and \$ORDERS_MOCK_HEADER_X_SECRET\.$/)
  for (const secret of [key, header]) expect(told).not.toContain(encode(secret))
})

test.each(['u:', 'me:', 'you:', 'some user:'])('no secret is told in base64 after %j', (user) => {
  const secret = 'k3y/Zq9+Vb72kLm'
  const redact = createRedact({ key: secret, headers: { 'X-Secret': 'h3ader/Zq9+Vb72' } })
  for (const encoding of ['base64', 'base64url'] as const) {
    const told = redact({ actual: Buffer.from(`${user}${secret}:more`).toString(encoding) }).actual
    expect(told).toMatch(/^[\w+/-]*\$ORDERS_MOCK_KEY$/)
    expect(`${user}k`).toContain(Buffer.from(told.replace('$ORDERS_MOCK_KEY', ''), 'base64').toString())
    const header = redact({ actual: Buffer.from(`${user}h3ader/Zq9+Vb72`).toString(encoding) }).actual
    expect(header).toMatch(/^[\w+/-]*\$ORDERS_MOCK_HEADER_X_SECRET$/)
  }
})

test('the key of every mock is no secret: its lines work without a variable', () => {
  const curl = `curl -H 'Authorization: Bearer test-key~shipped' 'http://x'`
  expect(createRedact({ key: 'test-key~shipped', headers: {} })({ curl })).toEqual({ curl })
})

test('no report of a run holds the key or a header, though the provider repeats them', async () => {
  const token = 'T0ken.of-the/tenant'
  const provider = await startSmallProvider((usual) => ({
    refuse: ({ authorization = '', request }) =>
      usual.json(403, {
        code: 'no',
        message: `${authorization} of ${String(request.headers['x-token'])}`,
        status: 400,
      }),
    listOrders: (call) => usual.json(206, [{ id: 'x', key: call.authorization }]),
  }))
  const folder = await mkdtemp(join(tmpdir(), 'orders-secrets-'))
  const files = ['pretty', 'json', 'junit', 'github', 'markdown'].map((format) => `${format}=${join(folder, format)}`)
  const { stdout, stderr, code } = await runCommand(
    ['verify', provider.baseUrl, '--states', provider.statesUrl, '--header', `X-Token: ${token}`, '--report', 'pretty']
      .concat(files.flatMap((file) => ['--report', file]))
      .concat('--checks', 'openapi,model', '--time-budget', '1s'),
    { ORDERS_MOCK_KEY: provider.apiKey },
  )
  await provider.close()
  const reports = await Promise.all(files.map((file) => readFile(file.slice(file.indexOf('=') + 1), 'utf8')))
  expect(code).toBe(1)
  for (const text of [stdout, stderr, ...reports]) {
    for (const secret of [provider.apiKey, provider.apiKey.slice(0, -1), provider.apiKey.slice(1), token]) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain(encodeURIComponent(secret))
      expect(text).not.toContain(btoa(secret))
    }
  }
  for (const text of reports) expect(text).toContain('ORDERS_MOCK_KEY')
})

/** What bash hands to the commands of a line. */
function argumentsOf(line: string, env: Record<string, string> = {}): string[] {
  const script = `curl() { printf '%s\\0' "$@"; }\nexport -f curl\nid=7 A=8\n${line}\nwait`
  const output = execFileSync('bash', ['-c', script], { env: { PATH: process.env['PATH'], ...env }, encoding: 'utf8' })
  return output.split('\0')
}
