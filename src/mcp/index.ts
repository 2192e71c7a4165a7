import type { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { type CallToolResult, CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/cfworker'
import { type ControlClient, ControlClientError } from '../control-client/index.js'
import { createSchemaCheck, InvalidInputError, ToolError } from '../input/index.js'
import { version } from '../spec/index.js'
import { MAX_CHARACTERS } from './look.js'
import { tools } from './tools.js'

const INSTRUCTIONS = `A stateful mock of the Store Orders Service, which stands in for the real one while an app is built or tested.
Make a sandbox first: it is an isolated copy of a scenario, with an API key of its own. Point the app at its base URL and key, let the app
run, then look at the requests: each says why it got its answer. Ids are int64: write those beyond 2^53 in quotes.`

/**
 * Serves a coding agent (Model Context Protocol) until it hangs up or is stopped.
 *
 * @param client leads to the mock that the tools act on
 */
export async function serveAgents(
  client: ControlClient,
  { stdin, stdout, stop }: { stdin: NodeJS.ReadableStream; stdout: NodeJS.WritableStream; stop: AbortSignal },
): Promise<void> {
  const jsonSchemaValidator = new CfWorkerJsonSchemaValidator()
  const options = { capabilities: { tools: {} }, instructions: INSTRUCTIONS, jsonSchemaValidator }
  const { server } = new McpServer({ name: 'orders-mock', version }, options)
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools] }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }): Promise<CallToolResult> => {
    try {
      return answer(await call(params.name, params.arguments ?? {}, client, signal))
    } catch (error) {
      if (!(error instanceof ControlClientError || error instanceof ToolError)) throw error
      const nextStep = error instanceof ControlClientError ? (NEXT_STEPS[error.status] ?? '') : ''
      return { isError: true, ...answer(error.message + nextStep) }
    }
  })
  await server.connect(new StdioServerTransport(stdin as Readable, stdout as Writable))
  // However it ends, the agent has gone or must go.
  await finished(stdin, { signal: stop, writable: false }).catch(() => {})
  await server.close()
}

function answer(text: string): CallToolResult {
  const shown = text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS - 1)}…`
  return { content: [{ type: 'text', text: shown }] }
}

/** @throws {ToolError} if there is no such tool, or it does not take this */
async function call(name: string, request: object, client: ControlClient, signal: AbortSignal): Promise<string> {
  const tool = tools.find((each) => each.name === name)
  if (tool === undefined) throw new ToolError(`There is no tool "${name}".`)
  const problems = createSchemaCheck(tool.inputSchema)(request)
  if (problems.length > 0) throw new InvalidInputError(problems)
  refuseInexactNumbers(request)
  return await tool.run(request as never, client, signal)
}

function refuseInexactNumbers(value: unknown): void {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    throw new ToolError(`${value} may have lost digits: write ids beyond 2^53 in quotes.`)
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(refuseInexactNumbers)
}

/** What to do when the mock does not answer (0), or refuses with this status. */
const NEXT_STEPS: Readonly<Record<number, string>> = {
  0: ' Start it (`npx orders-mock`), or configure this server without --url: then it has a mock of its own.',
  401: ' Configure this server with --control-token, or the variable ORDERS_MOCK_CONTROL_TOKEN.',
  404: ' Next: `look` lists "sandboxes", "scenarios" and "orders"; `create_sandbox` makes a sandbox.',
}
