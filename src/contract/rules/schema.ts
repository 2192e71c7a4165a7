import type { Operation } from '../../spec/index.js'
import { requirePeers } from '../../node/index.js'
import { shortened } from '../describe-response.js'
import type { Finding, Rule } from './rule.js'
import { hasSpecifiedBody } from './body.js'
import { prismOperations } from './prism-operations.generated.js'

// To load Prism takes long.
let validating: Promise<Validate> | undefined

/** The rule that Prism checks: a body has the members and types that the OpenAPI description gives it. */
export async function loadSchemaRule(): Promise<Rule> {
  requirePeers(['@stoplight/prism-http'], 'Checking against the OpenAPI description')
  validating ??= loadPrism()
  const validate = rememberAnswers(await validating)
  return {
    id: 'schema',
    claim: 'bodies have the described members and types',
    clause: 'Resources and their fields',
    applies: (parsed) => hasSpecifiedBody(parsed) && 'json' in parsed.body,
    find: ({ operation, status, exchange }) => validate(operation, status, exchange.response.body),
  }
}

/** @param json a body, as text */
type Validate = (operation: Operation, status: number, json: string) => readonly Finding[]

const MAX_REMEMBERED = 100
const MAX_REMEMBERED_LENGTH = 10_000

/** Many answers of a run are the same, those to wrong keys above all. */
function rememberAnswers(validate: Validate): Validate {
  const remembered = new Map<string, readonly Finding[]>()
  return (operation, status, json) => {
    if (json.length > MAX_REMEMBERED_LENGTH) return validate(operation, status, json)
    const answer = `${operation.operationId} ${status} ${json}`
    const findings = remembered.get(answer) ?? validate(operation, status, json)
    if (remembered.size === MAX_REMEMBERED) remembered.clear()
    remembered.set(answer, findings)
    return findings
  }
}

async function loadPrism(): Promise<Validate> {
  // Prism's own entry also loads its mocker, and what reads descriptions.
  const { validateOutput } = await import('@stoplight/prism-http/dist/validator/index.js')
  return ({ operationId }, status, json) => {
    const resource = prismOperations[operationId] as Parameters<typeof validateOutput>[0]['resource']
    // Media types have a rule of their own; Prism would not check a body of another type at all.
    const headers = { 'content-type': 'application/json' }
    const body = JSON.parse(json) as unknown
    const result = validateOutput({ resource, element: { statusCode: status, headers, body } })
    return 'left' in result ? result.left.map((problem) => asFinding(problem, body)) : []
  }
}

interface Problem {
  readonly message: string
  readonly path?: readonly (string | number)[]
}

function asFinding({ message, path = [] }: Problem, body: unknown): Finding {
  const where = path
    .slice(1)
    .map((part) => (/^\d+$/.test(String(part)) ? `[${part}]` : `.${part}`))
    .join('')
  const what = message.replace(/^.*?(must .*)$/s, '$1')
  const subject = where === '' ? 'The body' : where.replace(/^\./, '')
  const is = /^must (?:be|match) /.test(what) ? `is ${shownAt(path.slice(1), body)}, but ` : ''
  return { message: `${subject} ${is}${what}.`, expected: what }
}

/** What came at this place. */
function shownAt(path: readonly (string | number)[], body: unknown): string {
  const value = path.reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], body)
  return shortened(JSON.stringify(value) ?? 'missing', 60)
}
