import { execFile, execFileSync } from 'node:child_process'
import { request } from 'node:https'
import { dirname, join } from 'node:path'
import { json } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { certificate } from '../verify/providers/certificate.js'
import { temporaryFile } from '../temporary-file.js'
import { runCommand, serveHere } from './command.js'

const HERE = 'DNS:localhost,IP:127.0.0.1'

test.each([
  ['of this address', HERE, '--cacert'],
  ['of another address', 'DNS:shop.example', '-k'],
])('with a certificate %s the mock serves HTTPS, and its curl command works when pasted', async (_, names, trust) => {
  const { certFile, keyFile } = certificate(names)
  await using server = await serveHere(['--tls-cert', certFile, '--tls-key', keyFile])
  expect(server.baseUrl).toBe(`https://127.0.0.1:${server.port}/v1`)
  const [line = ''] = /curl .*/.exec(server.stdout()) ?? []
  expect(line).toContain(`curl ${trust} `)
  const output = await new Promise<string>((resolve, reject) => {
    execFile('sh', ['-c', `${line} -s`], (error, stdout) => (error ? reject(error) : resolve(stdout)))
  })
  expect(JSON.parse(output)).toHaveLength(9)
})

test('every link of the mock is one of HTTPS', async () => {
  const { cert, certFile, keyFile } = certificate(HERE)
  await using server = await serveHere(['--log', 'json'], {
    ORDERS_MOCK_TLS_CERT: certFile,
    ORDERS_MOCK_TLS_KEY: keyFile,
  })
  const { port, origin } = server
  expect(JSON.parse(server.stdout())).toMatchObject({
    baseUrl: `${origin}/v1`,
    panelUrl: `${origin}/`,
    controlUrl: `${origin}/__mock`,
  })
  for (const [path, expected] of [
    ['/__mock', { baseUrl: `${origin}/v1` }],
    ['/openapi.json', { servers: [{ url: `${origin}/v1` }, {}, {}] }],
  ] as const) {
    const read = await new Promise<unknown>((resolve, reject) => {
      request({ host: '127.0.0.1', port, path, ca: cert, agent: false }, (response) => resolve(json(response)))
        .on('error', reject)
        .end()
    })
    expect(read).toMatchObject(expected)
  }
})

test('what HTTPS cannot be served with ends in one sentence, and exit code 2', async () => {
  const { certFile, keyFile } = certificate(HERE)
  const folder = dirname(keyFile)
  const encrypted = join(folder, 'encrypted.pem')
  execFileSync('openssl', ['pkey', '-in', keyFile, '-aes128', '-passout', 'pass:x', '-out', encrypted], {
    stdio: 'ignore',
  })
  const text = temporaryFile('text.pem', 'not a certificate')
  const other = certificate(HERE).keyFile
  const missing = join(folder, 'missing.pem')
  for (const [cert, key, message] of [
    [certFile, undefined, 'HTTPS needs a certificate and its private key: set both --tls-cert and --tls-key.'],
    [undefined, keyFile, 'HTTPS needs a certificate and its private key: set both --tls-cert and --tls-key.'],
    [missing, keyFile, `Cannot read the PEM certificate ${missing}: there is no such file or folder.`],
    [text, keyFile, `Cannot use the certificate ${text}: it contains none that can be read. Use a file in PEM format.`],
    [
      keyFile,
      keyFile,
      `Cannot use the certificate ${keyFile}: it contains none that can be read. Use a file in PEM format.`,
    ],
    [
      certFile,
      text,
      `Cannot use the private key ${text}: it contains none that can be read. Use a file in PEM format.`,
    ],
    [
      certFile,
      encrypted,
      `The private key ${encrypted} is encrypted. Decrypt it: openssl pkey -in ${encrypted} -out <file>.`,
    ],
    [
      certFile,
      other,
      `The private key ${other} does not fit the first certificate ${certFile}. Use the key that belongs to it.`,
    ],
  ] as const) {
    const args = [...(cert === undefined ? [] : ['--tls-cert', cert]), ...(key === undefined ? [] : ['--tls-key', key])]
    const { code, stdout, stderr } = await runCommand(['--port', '0', ...args])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toBe(`orders-mock: ${message}\n`)
  }
})

test('a certificate that has expired is warned of', async () => {
  const { certFile, keyFile } = certificate(HERE)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2050-01-01') })
  onTestFinished(() => void vi.useRealTimers())
  await using server = await serveHere(['--tls-cert', certFile, '--tls-key', keyFile])
  expect(server.stderr()).toMatch(
    /^orders-mock: The certificate \S+ is valid from .* to .*\. Create a new one: clients may reject it\.\n$/,
  )
})
