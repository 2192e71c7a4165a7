import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { ToolError } from '../../input/index.js'
import type { Operation } from '../../spec/index.js'
import { requirePeers } from '../../node/index.js'
import type { Finding, Rule } from './rule.js'
import { hasSpecifiedBody } from './body.js'

const DESCRIPTION = fileURLToPath(new URL('../../../contracts/openapi.yaml', import.meta.url))

/** The rule that Prism checks: a body has the members and types that the OpenAPI description gives it. */
export async function loadSchemaRule(): Promise<Rule> {
  const validate = await loadPrism()
  return {
    id: 'schema',
    claim: 'bodies have the described members and types',
    clause: 'Resources and their fields',
    applies: (parsed) => hasSpecifiedBody(parsed) && 'json' in parsed.body,
    find: ({ operation, status, exchange }) => validate(operation, status, JSON.parse(exchange.response.body)),
  }
}

type Validate = (operation: Operation, status: number, body: unknown) => Finding[]

async function loadPrism(): Promise<Validate> {
  requirePeers(['@stoplight/prism-http'], 'Checking against the OpenAPI description')
  const { getHttpOperationsFromSpec } = await import('@stoplight/prism-http')
  const { validateOutput } = await import('@stoplight/prism-http/dist/validator/index.js')
  const described = await getHttpOperationsFromSpec(await readDescription())
  return ({ operationId }, status, body) => {
    const resource = described.find(({ iid }) => iid === operationId)
    if (resource === undefined) throw new ToolError(`${DESCRIPTION} has no operation ${operationId}.`)
    // Media types have a rule of their own; Prism would not check a body of another type at all.
    const headers = { 'content-type': 'application/json' }
    const result = validateOutput({ resource, element: { statusCode: status, headers, body } })
    return 'left' in result ? result.left.map(asFinding) : []
  }
}

function asFinding({ message, path = [] }: { message: string; path?: readonly (string | number)[] }): Finding {
  const where = path
    .slice(1)
    .map((part) => (/^\d+$/.test(String(part)) ? `[${part}]` : `.${part}`))
    .join('')
  const what = message.replace(/^.*?(must .*)$/s, '$1')
  return { message: `${where === '' ? 'The body' : where.replace(/^\./, '')} ${what}.`, expected: what }
}

// Prism takes `format: int64` for a JavaScript integer, and would refuse correct ids beyond 2^53.
async function readDescription(): Promise<object> {
  const description = parse(await readFile(DESCRIPTION, 'utf8')) as object
  withoutInt64(description)
  return description
}

function withoutInt64(node: unknown): void {
  if (typeof node !== 'object' || node === null) return
  if ('format' in node && node.format === 'int64') delete node.format
  for (const child of Object.values(node)) withoutInt64(child)
}
