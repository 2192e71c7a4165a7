import { readFile } from 'node:fs/promises'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { parse, stringify } from 'yaml'
import * as z from 'zod'
import type { VerificationReport } from '../verify/index.js'
import { answer, list, page } from './answer.js'

const FOLDER = new URL('../../contracts/', import.meta.url)

const DOCUMENTS = ['assumptions', 'provider-states', 'testers', 'consumers', 'verify'] as const
const PARTS = ['listOrders', 'cancelOrder', 'getPet', 'schemas'] as const

/** Adds the tools about the contract, which need no mock. */
export function addContractTools(server: McpServer, stop: AbortSignal): void {
  addReadContract(server)
  addVerifyProvider(server, stop)
}

function addReadContract(server: McpServer): void {
  const description =
    'Reads the contract: an operation or the schemas of the API description, what the mock assumes where the specification is silent, or a guide.'
  const inputSchema = { part: z.enum([...PARTS, ...DOCUMENTS]), page: z.int().min(1).default(1) }
  server.registerTool('read_contract', { description, inputSchema, annotations: { readOnlyHint: true } }, (request) =>
    answer(async () => page(await readPart(request.part), request.page)),
  )
}

async function readPart(part: (typeof PARTS)[number] | (typeof DOCUMENTS)[number]): Promise<string> {
  const isDocument = (DOCUMENTS as readonly string[]).includes(part)
  if (isDocument) return await readFile(new URL(`${part}.md`, FOLDER), 'utf8')
  const { paths, components } = parse(await readFile(new URL('openapi.yaml', FOLDER), 'utf8'), {
    intAsBigInt: true,
  }) as Description
  if (part === 'schemas') return stringify(components.schemas)
  const found = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  return found
    .filter(({ operation }) => operation.operationId === part)
    .map(({ path, method, operation }) => stringify({ [`${method.toUpperCase()} ${path}`]: operation }))
    .join('')
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>
  readonly components: { readonly schemas: object }
}

function addVerifyProvider(server: McpServer, stop: AbortSignal): void {
  const description =
    'Verifies a running implementation of the API, mock or real, against the contract. Without states it only reads, and skips what it cannot check harmlessly.'
  const inputSchema = {
    baseUrl: z.string().describe('where the API is, with its /v1'),
    key: z.string().default('test-key'),
    states: z.string().optional().describe('how to reach provider states: a URL, a module (.mjs) or a map (.json)'),
    checks: z.array(z.enum(['pact', 'openapi', 'model'])).optional(),
    seconds: z.int().min(1).max(120).default(20).describe('how long the model may take'),
  }
  server.registerTool('verify_provider', { description, inputSchema }, ({ seconds, ...options }, { signal }) =>
    answer(async () => {
      const { verifyProvider } = await import('../verify/index.js')
      const timeBudgetMs = seconds * 1000
      return show(await verifyProvider({ ...options, timeBudgetMs, signal: AbortSignal.any([signal, stop]) }))
    }),
  )
}

/** The findings first: what is left out is what the reader needs least. */
function show({ provider, result, summary, seed, checks, hints, error }: VerificationReport): string {
  const { passed, failed, skipped } = summary
  const title = `${provider}: ${result}, ${passed} passed, ${failed} failed, ${skipped} skipped (seed ${seed}).`
  const findings = checks
    .filter((check) => check.result === 'failed' || check.result === 'error')
    .map(({ id, name, clause, message = '', steps = [], curl }) =>
      [
        `FAILED ${id}: ${name} (${clause})`,
        message,
        ...(steps.length > 0 ? steps : [curl ?? '']).map((each) => `  ${each}`),
      ].join('\n'),
    )
  const leftOut = checks
    .filter((check) => check.result === 'skipped' || check.result === 'note')
    .map(({ result: kind, name, message = '' }) => `${kind}: ${name}: ${message}`)
  const problems = [...(error === undefined ? [] : [error.message]), ...hints]
  const command = `For all of it: npx orders-mock verify ${provider}`
  return list(title, [...problems, ...findings, ...leftOut], command)
}
