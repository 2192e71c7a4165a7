import type { ToolAnnotations } from '@modelcontextprotocol/server'
import type { ControlClient } from '../control-client/index.js'

export interface ToolContext {
  readonly client: ControlClient
  readonly stop: AbortSignal
  /** Whether modules of this machine may be run, as the states of a provider. */
  readonly allowModules: boolean
}

/** What an agent gets: our own words, and data, which may be of an app, a provider or a mock elsewhere. */
export interface Result {
  readonly isError?: boolean
  readonly note?: string | undefined
  readonly data?: string
}

/** What an agent can call. The schema says what the tool itself takes; orders and faults are checked by the mock. */
export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: object
  readonly annotations: ToolAnnotations
  readonly run: (request: never, context: ToolContext) => Promise<Result>
}

export const READS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
export const ADDS = { ...READS, readOnlyHint: false, idempotentHint: false }
export const CHANGES = { ...ADDS, destructiveHint: true }
