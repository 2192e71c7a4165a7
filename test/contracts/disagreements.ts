import { readFileSync } from 'node:fs'
import * as comparison from '@pactflow/openapi-pact-comparator'
import { parse } from 'yaml'

// Node's module resolution does not find the types of the package.
const { Comparator } = comparison as unknown as {
  Comparator: new (description: object) => { compare(pact: object): AsyncIterable<unknown> }
}

const description = parse(readFileSync(new URL('../../contracts/openapi.yaml', import.meta.url), 'utf8')) as {
  readonly info: object
}

interface Pact {
  readonly interactions: readonly { readonly request: { readonly path: string } }[]
}

/** What a pact expects although the API description does not promise it. */
export async function disagreementsWith(pact: Pact): Promise<unknown[]> {
  const isWhole = pact.interactions.every(({ request }) => request.path.startsWith('/v1/'))
  // The comparator does not look at the servers of a description.
  const info = { ...description.info, ...(isWhole && { 'x-opc-config-base-path': '/v1' }) }
  const found: unknown[] = []
  for await (const result of new Comparator(structuredClone({ ...description, info })).compare(pact)) found.push(result)
  return found
}
