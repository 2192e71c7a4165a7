import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { disagreementsWith } from './disagreements.js'

// The two halves of the contract agree: what the consumer expects is what the description promises.

const folder = new URL('../../contracts/pacts/', import.meta.url)
const pacts = readdirSync(folder)

test.each(pacts)('%s expects nothing that the OpenAPI description does not promise', async (name) => {
  expect(await disagreementsWith(readPact(name))).toEqual([])
})

test('a pact that expects an undocumented status disagrees with the description', async () => {
  const [name = ''] = pacts
  const pact = readPact(name)
  for (const { response } of pact.interactions) response.status = 418
  expect(await disagreementsWith(pact)).toHaveLength(pact.interactions.length)
})

interface Pact {
  interactions: { request: { path: string }; response: { status: number } }[]
}

function readPact(name: string): Pact {
  return JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Pact
}
