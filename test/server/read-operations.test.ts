import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeForPrism } from '../../src/server/extra-operations/describe-for-prism.js'
import { readDescription } from '../../src/server/extra-operations/read-description.js'
import { readOperations } from '../../src/server/extra-operations/read-operations.js'

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orders-mock-operations-'))
  await writeFile(
    join(folder, 'items.yaml'),
    `
toys:
  get: { operationId: listToys, responses: { '200': { $ref: 'main.yaml#/components/responses/Toys' } } }
  put: { $ref: '#/fill' }
fill: { operationId: fill, deprecated: true, x-deprecated-sunset: { $ref: '#/date' }, responses: {} }
date: '2028-01-01'
unreachable: { $ref: '#/nowhere' }
`,
  )
  await writeFile(join(folder, 'text.md'), 'toys: {}')
  await writeFile(join(folder, 'broken.yaml'), 'toys: {')
})

afterAll(() => rm(folder, { recursive: true }))

async function read(text: string) {
  const file = join(folder, 'main.yaml')
  await writeFile(file, text)
  const { document } = await readDescription(file)
  return await readOperations(describeForPrism(document, file))
}

test('operations are found behind references, in other files too, in the order of the description', async () => {
  const operations = await read(`
openapi: 3.1.0
paths:
  /toys: { $ref: './items.yaml#/toys', summary: Toys. }
  /more: { $ref: '#/paths/~1toys' }
  /own: { parameters: [], delete: { operationId: 5, x-other: 1 }, GET: {} }
  /none: null
components:
  responses: { Toys: { description: Toys., content: { application/json: { schema: { $ref: '#/components/schemas/Toy' } } } } }
  schemas: { Toy: { type: object, properties: { parts: { items: { $ref: '#/components/schemas/Toy' } } } } }
`)
  const listToys = { iid: 'listToys', method: 'get', deprecated: false, extensions: {} }
  const fill = { iid: 'fill', method: 'put', deprecated: true, extensions: { 'x-deprecated-sunset': '2028-01-01' } }
  expect(operations).toEqual([
    { path: '/toys', ...listToys },
    { path: '/toys', ...fill },
    { path: '/more', ...listToys },
    { path: '/more', ...fill },
    { path: '/own', iid: '', method: 'delete', deprecated: false, extensions: {} },
  ])
})

test.each([
  ['another host', 'https://elsewhere.example/items.yaml#/toys'],
  ['a file that is not there', './lost.yaml#/toys'],
  ['a file that cannot be parsed', './broken.yaml#/toys'],
  ['a file that is neither YAML nor JSON', './text.md'],
  ['something that the file lacks', './items.yaml#/bricks'],
  ['something that leads nowhere itself', './items.yaml#/unreachable'],
  ['an anchor', '#toys'],
  ['itself', '#/paths/~1toys'],
])('a reference to %s is left to Prism', async (_, $ref) => {
  await expect(read(JSON.stringify({ openapi: '3.1.0', paths: { '/toys': { $ref } } }))).resolves.toBeUndefined()
})

test('an operation that is empty is left to Prism', async () => {
  await expect(read('openapi: 3.1.0\npaths: { /toys: { get: } }')).resolves.toBeUndefined()
})
