import { readdirSync, readFileSync } from 'node:fs'
import * as comparison from '@pactflow/openapi-pact-comparator'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

// The two halves of the contract agree: what the consumer expects is what the description promises.

// Node's module resolution does not find the types of the package.
const { Comparator } = comparison as unknown as {
  Comparator: new (description: object) => { compare(pact: object): AsyncIterable<unknown> }
}

const contracts = new URL('../../contracts/', import.meta.url)
const description = parse(readFileSync(new URL('openapi.yaml', contracts), 'utf8')) as object
const pacts = readdirSync(new URL('pacts/', contracts))

test.each(pacts)('%s expects nothing that the OpenAPI description does not promise', async (name) => {
  expect(await disagreements(readPact(name))).toEqual([])
})

test('a pact that expects an undocumented status disagrees with the description', async () => {
  const [name = ''] = pacts
  const pact = readPact(name)
  for (const { response } of pact.interactions) response.status = 418
  expect(await disagreements(pact)).toHaveLength(pact.interactions.length)
})

interface Pact {
  interactions: { response: { status: number } }[]
}

function readPact(name: string): Pact {
  return JSON.parse(readFileSync(new URL(`pacts/${name}`, contracts), 'utf8')) as Pact
}

async function disagreements(pact: Pact): Promise<unknown[]> {
  const found: unknown[] = []
  for await (const result of new Comparator(structuredClone(description)).compare(pact)) {
    found.push(result)
  }
  return found
}
