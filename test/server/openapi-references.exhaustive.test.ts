import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { startServer } from 'orders-mock/server'
import { listening } from '../listening.js'
import { temporaryFolder } from '../temporary-file.js'

const SECRET = JSON.stringify({ schema: { const: 'secret' }, response: { description: 'One.' } })
const YAML_WITH = (reference: string): string => `
openapi: 3.1.0
info: { title: x, version: x }
paths:
  /secret: { get: { responses: { '200': { description: x, content: { application/json: { schema: { $ref: ${JSON.stringify(reference)} } } } } } } }
`

/** A folder beside another one, with a file that is not for everybody. */
function twoFolders() {
  const folder = temporaryFolder()
  for (const name of ['api', 'api-private', 'api/deep']) mkdirSync(join(folder, name))
  const [api, secret] = [join(folder, 'api'), join(folder, 'api-private', 'secret.json')]
  writeFileSync(secret, SECRET)
  const chain = JSON.stringify({ properties: { a: { $ref: `file://${secret}` } } })
  for (const name of ['chain.json', 'deep/chain.json']) writeFileSync(join(api, name), chain)
  writeFileSync(join(api, 'deep', 'part.yaml'), 'schema: { $ref: "../own.json#/schema" }')
  writeFileSync(join(api, 'own.json'), `\ufeff${SECRET}`)
  symlinkSync(secret, join(api, 'link.json'))
  symlinkSync(join(folder, 'api-private'), join(api, 'linked'))
  return { api, secret, privateFolder: join(folder, 'api-private') }
}

async function messageOf(text: string, { api, allow = [] }: { api: string; allow?: readonly string[] }) {
  const openapi = join(api, 'shop.yaml')
  writeFileSync(openapi, text)
  const error: unknown = await startServer({ openapi, openapiAllow: allow }).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'ToolError', exitCode: 2 })
  return (error as Error).message
}

/** What the mock serves at /secret. */
async function serve(text: string, { api, allow = [] }: { api: string; allow?: readonly string[] }) {
  const openapi = join(api, 'shop.yaml')
  writeFileSync(openapi, text)
  await using server = await startServer({ openapi, openapiAllow: allow })
  const response = await fetch(`${server.baseUrl}/secret`, { headers: { authorization: 'Bearer test-key' } })
  return response.text()
}

async function listen(listener: RequestListener) {
  const requests: (string | undefined)[] = []
  const server = createServer((request, response) => {
    requests.push(request.url)
    listener(request, response)
  })
  const origin = await listening(server)
  return { origin, port: new URL(origin).port, requests }
}

test.each([
  ['..', () => '../api-private/secret.json#/schema'],
  ['.. in the middle', () => './deep/../../api-private/secret.json#/schema'],
  ['encoded dots', () => '%2e%2e/api-private/secret.json#/schema'],
  ['encoded letters', () => '../%61pi-private/secret.json#/schema'],
  ['an absolute path', (secret: string) => `${secret}#/schema`],
  ['a file: URL', (secret: string) => pathToFileURL(secret).href],
  ['file: and a relative path', () => 'file:../api-private/secret.json'],
  ['FILE: in capitals', (secret: string) => `FILE:${secret}`],
  ['a link', () => './link.json#/schema'],
  ['a link to its folder', () => 'linked/secret.json'],
  ['a file in the folder', () => 'chain.json'],
  ['a file below the folder', () => 'deep/chain.json'],
])('a reference out of the folder by %s is refused with the option that allows it', async (_, referenceTo) => {
  const { api, secret } = twoFolders()
  await expect(messageOf(YAML_WITH(referenceTo(secret)), { api })).resolves.toMatch(
    /^Cannot use .+shop\.yaml: it refers to file:\/\/\/.+\. Pass --openapi-allow \/.+ if this may be read\.$/,
  )
})

test.each([
  ['another machine', 'file://elsewhere.example/share/x.json', 'File URL host'],
  ['an encoded slash', '..%2fapi-private%2fsecret.json', 'encoded / characters'],
  ['a scheme without files', 'data:application/json,{}', 'neither a file nor an http(s) address'],
  ['no address', 'http://[', '"http://[" is not a reference'],
  ['no file', './lost.json', 'lost.json: no such file'],
])('a reference to %s is one sentence', async (_, reference, reason) => {
  const message = await messageOf(YAML_WITH(reference), twoFolders())
  expect(message).toMatch(/^Cannot use .+shop\.yaml: [^\n]+\.$/)
  expect(message).toContain(reason)
})

test('references within the folder are followed, with a byte order mark too', async () => {
  await expect(serve(YAML_WITH('deep/part.yaml#/schema'), twoFolders())).resolves.toBe('"secret"\n')
  await expect(serve(YAML_WITH('link.json#/schema'), withAllowed())).resolves.toBe('"secret"\n')
  await expect(serve(YAML_WITH('../api-private/secret.json#/schema'), withAllowed())).resolves.toBe('"secret"\n')
})

function withAllowed() {
  const { api, privateFolder } = twoFolders()
  return { api, allow: [privateFolder] }
}

test('no request leaves for a place that is not allowed', async () => {
  const { api } = twoFolders()
  const { origin, port, requests } = await listen((_, response) => void response.end(SECRET))
  for (const address of [origin, `HTTP://127.0.0.1:${port}`, `//127.0.0.1:${port}`, `https://127.0.0.1:${port}`]) {
    const allow = [`http://localhost:${port}`]
    const message = await messageOf(YAML_WITH(`${address}/secret.json#/schema`), { api, allow })
    expect(message).toMatch(/^Cannot use .+shop\.yaml: /)
  }
  expect(requests).toEqual([])
  const message = await messageOf(YAML_WITH(`${origin}/a.json`), { api })
  expect(message).toBe(
    `Cannot use ${join(api, 'shop.yaml')}: it refers to ${origin}/a.json. Pass --openapi-allow ${origin} if this may be read.`,
  )
})

test('an allowed origin is asked, its relative references with it, and nobody that it redirects to', async () => {
  const { api } = twoFolders()
  const elsewhere = await listen((_, response) => void response.end(SECRET))
  const { origin, requests } = await listen(({ url }, response) => {
    if (url === '/away.json') response.writeHead(302, { location: `${elsewhere.origin}/secret.json` }).end()
    else if (url === '/out.json') response.end(JSON.stringify({ $ref: `${elsewhere.origin}/secret.json` }))
    else response.end(url === '/a/b.json' ? '{"$ref":"../secret.json#/schema"}' : SECRET)
  })
  await expect(serve(YAML_WITH(`${origin}/a/b.json`), { api, allow: [origin] })).resolves.toBe('"secret"\n')
  expect(requests).toEqual(['/a/b.json', '/secret.json'])
  await expect(messageOf(YAML_WITH(`${origin}/away.json`), { api, allow: [origin] })).resolves.toContain('redirect')
  await expect(messageOf(YAML_WITH(`${origin}/out.json`), { api, allow: [origin] })).resolves.toContain(
    `Pass --openapi-allow ${elsewhere.origin}`,
  )
  expect(elsewhere.requests).toEqual([])
})

test.each([
  ['https://example.com/specs', 'takes an origin without a path: use https://example.com.'],
  ['lost-folder', 'no such file'],
])('the place %s is refused', async (place, reason) => {
  const { api } = twoFolders()
  await expect(messageOf(YAML_WITH('#/x'), { api, allow: [place] })).resolves.toContain(reason)
})

test('callbacks of a description are never sent, and its byte order mark is ignored', async () => {
  const { api } = twoFolders()
  const { origin, requests } = await listen((_, response) => void response.end())
  const callbacks = { told: { [`${origin}/told`]: { post: { responses: { 200: { description: 'x' } } } } } }
  const content = { 'application/json': { example: 'fine' } }
  const get = { callbacks, responses: { 200: { description: 'x', content } } }
  const text = `\ufeff${JSON.stringify({ openapi: '3.0.0', paths: { '/secret': { get } } })}`
  await expect(serve(text, { api })).resolves.toBe('"fine"\n')
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(requests).toEqual([])
})
