import type { CallToolResult, Tool as ShownTool } from '@modelcontextprotocol/sdk/types.js'
import { type ControlClient, ControlClientError } from '../control-client/index.js'
import { createSchemaCheck, InvalidInputError, ToolError } from '../input/index.js'
import { cut } from './answer.js'

/** What an agent can call. The schema says what the tool itself takes; orders and faults are checked by the mock. */
export interface Tool extends ShownTool {
  readonly run: (request: never, context: ToolContext) => Promise<string>
}

/** What tools act on, and what stops them. */
export interface ToolContext {
  readonly client: ControlClient
  readonly stop: AbortSignal
}

/** The schema of what a tool takes. */
export function takes(properties: Record<string, object>, ...required: string[]): Tool['inputSchema'] {
  return { type: 'object', properties, required, additionalProperties: false }
}

/** Calls a tool; what is refused is answered with what to do about it. */
export async function call(tool: Tool, request: object, context: ToolContext): Promise<CallToolResult> {
  try {
    const problems = createSchemaCheck(tool.inputSchema)(request)
    if (problems.length > 0) throw new InvalidInputError(problems)
    refuseInexactNumbers(request)
    return { content: [{ type: 'text', text: cut(await tool.run(request as never, context)) }] }
  } catch (error) {
    if (!(error instanceof ControlClientError || error instanceof ToolError)) throw error
    return { isError: true, content: [{ type: 'text', text: cut(error.message + nextStepAfter(error)) }] }
  }
}

function refuseInexactNumbers(value: unknown): void {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new ToolError(`${value} may have lost digits: write ids beyond 2^53 in quotes.`)
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(refuseInexactNumbers)
}

function nextStepAfter(error: ControlClientError | ToolError): string {
  const status = error instanceof ControlClientError ? error.status : undefined
  if (status === 0)
    return ' Start it (`npx orders-mock`), or configure this server without --url: then it has a mock of its own.'
  if (status === 401) return ' Configure this server with --control-token, or the variable ORDERS_MOCK_CONTROL_TOKEN.'
  if (status === 404)
    return ' Next: `look` lists "sandboxes", "scenarios" and "orders"; `create_sandbox` makes a sandbox.'
  return ''
}
