import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { dirname, join } from 'node:path'
import { json } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { certificate } from '../verify/providers/certificate.js'
import { missingCommands } from '../on-this-machine.js'
import { temporaryFile } from '../temporary-file.js'
import { runCommand, serveHere } from './command.js'

const HERE = 'DNS:localhost,IP:127.0.0.1'

test.skipIf(missingCommands('curl'))('the mock serves HTTPS, and its curl command works when pasted', async () => {
  const { certFile, keyFile } = certificate(HERE)
  await using server = await serveHere(['--tls-cert', certFile, '--tls-key', keyFile])
  expect(server.baseUrl).toBe(`https://127.0.0.1:${server.port}/v1`)
  const [line = ''] = /curl .*/.exec(server.stdout()) ?? []
  expect(line).toContain('curl -k ')
  const { stdout } = await promisify(execFile)('sh', ['-c', `${line} -s`])
  expect(JSON.parse(stdout)).toHaveLength(9)
})

test('every link of the mock is one of HTTPS', async () => {
  const { cert, certFile, keyFile } = certificate(HERE)
  const env = { ORDERS_MOCK_TLS_CERT: certFile, ORDERS_MOCK_TLS_KEY: keyFile }
  await using server = await serveHere(['--log', 'json'], env)
  const { port, origin } = server
  const links = { baseUrl: `${origin}/v1`, panelUrl: `${origin}/`, controlUrl: `${origin}/__mock` }
  expect(JSON.parse(server.stdout())).toMatchObject(links)
  for (const [path, expected] of [
    ['/__mock', { baseUrl: `${origin}/v1` }],
    ['/openapi.json', { servers: [{ url: `${origin}/v1` }, {}, {}] }],
  ] as const) {
    const sent = request({ host: '127.0.0.1', port, path, ca: cert, agent: false }).end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    expect(await json(response)).toMatchObject(expected)
  }
})

test('what HTTPS cannot be served with ends in one sentence, and exit code 2', async () => {
  const { certFile, keyFile } = certificate(HERE)
  const folder = dirname(keyFile)
  const encrypted = join(folder, 'encrypted.pem')
  const flags = ['-aes128', '-passout', 'pass:x', '-out', encrypted]
  execFileSync('openssl', ['pkey', '-in', keyFile, ...flags], { stdio: 'ignore' })
  const text = temporaryFile('text.pem', 'not a certificate')
  const other = certificate(HERE).keyFile
  const missing = join(folder, 'missing.pem')
  const both = 'HTTPS needs a certificate and its private key: set both --tls-cert and --tls-key.'
  const none = 'it contains none that can be read. Use a file in PEM format.'
  const decrypt = `Decrypt it: openssl pkey -in ${encrypted} -out <file>.`
  const misfit = `does not fit the first certificate ${certFile}. Use the key that belongs to it.`
  for (const [cert, key, message] of [
    [certFile, undefined, both],
    [undefined, keyFile, both],
    [missing, keyFile, `Cannot read the PEM certificate ${missing}: no such file or directory.`],
    [text, keyFile, `Cannot use the certificate ${text}: ${none}`],
    [keyFile, keyFile, `Cannot use the certificate ${keyFile}: ${none}`],
    [certFile, text, `Cannot use the private key ${text}: ${none}`],
    [certFile, encrypted, `The private key ${encrypted} is encrypted. ${decrypt}`],
    [certFile, other, `The private key ${other} ${misfit}`],
  ] as const) {
    const args = [...(cert === undefined ? [] : ['--tls-cert', cert]), ...(key === undefined ? [] : ['--tls-key', key])]
    const { code, stdout, stderr } = await runCommand(['--port', '0', ...args])
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: `orders-mock: ${message}\n` })
  }
})
