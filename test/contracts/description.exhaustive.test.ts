import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createConfig, lint } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { installTools } from '../npm-project.js'

// What tools of others say of the descriptions and of the contract's pacts.

const contracts = fileURLToPath(new URL('../../contracts/', import.meta.url))

test.each(['openapi.yaml', 'control-api.yaml'])('%s passes every rule that the linter recommends', async (file) => {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const problems = await lint({ ref: contracts + file, config })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})

interface Comparison {
  Comparator: new (description: object) => { compare(pact: Pact): AsyncIterable<unknown> }
}

interface Pact {
  interactions: { response: { status: number } }[]
}

test('the pacts expect nothing that the description does not promise', async () => {
  const folder = join(contracts, 'pacts')
  for (const name of readdirSync(folder)) {
    const pact = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Pact
    await expect(disagreementsWith(pact)).resolves.toEqual([])
    for (const { response } of pact.interactions) response.status = 418
    await expect(disagreementsWith(pact)).resolves.toHaveLength(pact.interactions.length)
  }
})

async function disagreementsWith(pact: Pact): Promise<unknown[]> {
  const tools = await installTools('@pactflow/openapi-pact-comparator@1.7.0')
  const main = join(tools, '@pactflow/openapi-pact-comparator/dist/index.cjs')
  const { Comparator } = (await import(main)) as Comparison
  const description = parse(readFileSync(join(contracts, 'openapi.yaml'), 'utf8')) as object
  const found: unknown[] = []
  for await (const result of new Comparator(description).compare(pact)) found.push(result)
  return found
}
