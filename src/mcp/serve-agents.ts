import type { Readable, Writable } from 'node:stream'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { CallToolRequestSchema, ListToolsRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { CfWorkerJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/cfworker'
import type { ControlClient } from '../control-client/index.js'
import { ToolError } from '../input/index.js'
import { contractTools } from './contract-tools.js'
import { mockTools } from './mock-tools.js'
import { call } from './tool.js'

/** What agents are served with. */
export interface AgentsOptions {
  /** Leads to the mock that the tools act on. */
  readonly client: ControlClient
  readonly version: string
  readonly stdin: NodeJS.ReadableStream
  readonly stdout: NodeJS.WritableStream
  /** Ends it; the end of stdin does so as well. */
  readonly stop: AbortSignal
}

const INSTRUCTIONS = `A stateful mock of the Store Orders Service, which stands in for the real one while an app is built or tested.
Make a sandbox first: it is an isolated copy of a scenario, with an API key of its own. Point the app at its base URL and key, let the app
run, then look at the requests: each says why it was answered so. Ids are int64: write those beyond 2^53 in quotes.`

/** Serves a coding agent (Model Context Protocol) until it hangs up, or is told to stop. */
export async function serveAgents({ client, version, stdin, stdout, stop }: AgentsOptions): Promise<void> {
  const { server } = new McpServer(
    { name: 'orders-mock', version },
    {
      capabilities: { tools: {} },
      instructions: INSTRUCTIONS,
      jsonSchemaValidator: new CfWorkerJsonSchemaValidator(),
    },
  )
  const tools = [...mockTools, ...contractTools]
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (tool === undefined) throw new ToolError(`There is no tool "${params.name}".`)
    return await call(tool, params.arguments ?? {}, { client, stop: AbortSignal.any([signal, stop]) })
  })
  const ended = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error']) stdin.once(event, () => resolve())
    if (stop.aborted) resolve()
    else stop.addEventListener('abort', () => resolve(), { once: true })
  })
  await server.connect(new StdioServerTransport(stdin as Readable, stdout as Writable))
  await ended
  await server.close()
}
