import { ToolError } from '../../input/index.js'
import { operations } from '../../spec/index.js'
import { operationHandlers } from '../operations/operations.js'
import type { JournalEntry } from '../sandbox/kept-request.js'
import type { Sandbox } from '../sandbox/sandbox.js'
import type { Sandboxes } from '../sandbox/sandboxes.js'
import { type PactDocument, pactOf, pactText, type Situation } from './pact-document.js'

/** How a recording starts. */
export interface PactRecordingOptions {
  /** The name of the front end, or of another caller of the mock. */
  readonly consumer: string
  /** The provider's name in the pact. Default: `store-orders-service`. */
  readonly provider?: string | undefined
  /** The API key that the pact sends, whatever keys clients use. Default: `test-key`. */
  readonly pactKey?: string | undefined
  /** Called when the pact has grown. */
  readonly onGrowth?: () => void
}

/**
 * A pact (version 4) of the requests of clients to a mock: one interaction for each operation, status and provider state. It
 * depends on nothing else, so the same use gives the same text. Injected faults, requests outside the API, and responses
 * without a provider state are omitted.
 * @example
 * const recording = mock.recordPact({ consumer: 'storefront' })
 * afterAll(async () => writeFileSync('pacts/storefront.json', await recording.text()))
 */
export class PactRecording {
  readonly consumer: string
  /** Ends the recording; what was recorded stays. */
  readonly stop: () => void
  readonly #names: { readonly consumer: string; readonly provider: string; readonly pactKey: string }
  readonly #situations = new Map<string, Situation>()

  /** @internal @throws {ToolError} if the consumer has no name */
  constructor(
    sandboxes: Sandboxes,
    { consumer, provider = 'store-orders-service', pactKey = 'test-key', onGrowth }: PactRecordingOptions,
  ) {
    if (typeof consumer !== 'string' || consumer.trim() === '') {
      throw new ToolError('A pact needs the name of its consumer, such as { consumer: "storefront" }.')
    }
    this.consumer = consumer
    this.#names = { consumer, provider, pactKey }
    this.stop = sandboxes.feed.subscribe((event) => {
      if (event.type !== 'request') return
      const sandbox = sandboxes.use(event.sandbox)
      const situation = sandbox && situationOf(event.entry, sandbox)
      if (situation === undefined) return
      const { operation, status, key, state } = situation
      const kind = [operation.operationId, status, key, state].join(' ')
      if (this.#situations.has(kind)) return
      this.#situations.set(kind, situation)
      onGrowth?.()
    })
  }

  /** How many interactions there are so far. */
  get size(): number {
    return this.#situations.size
  }

  /** The pact so far. */
  async pact(): Promise<PactDocument> {
    return pactOf(this.#situations.values(), this.#names)
  }

  /**
   * The pact so far as the text of a file.
   * @param earlier the text of an earlier pact of the same consumer, whose interactions are added
   * @throws {ToolError} (as a rejection) if it is something else
   */
  async text(earlier?: string): Promise<string> {
    return pactText(await this.pact(), earlier)
  }
}

/**
 * What a request shows; `undefined` if it binds no other provider: a fault was injected, the
 * description has no such operation or status, or no provider state matches. The sandbox is as the request left it.
 */
function situationOf(entry: JournalEntry, sandbox: Sandbox): Situation | undefined {
  const { method, status, code, fault } = entry
  const operation = Object.values(operations).find((each) => each.operationId === entry.operation)
  if (operation?.method !== method || !operation.statuses.includes(status)) return undefined
  if (fault !== undefined && fault !== 'delay' && fault !== 'hold') return undefined
  // A valid key without a sandbox is a slip of the test; no other provider knows sandboxes.
  if (status === 401 && entry.key?.includes('…~')) return undefined
  const state = operationHandlers[operation.operationId].stateOf(entry, sandbox.store)
  if (state === undefined && status !== 401) return undefined
  const badKey = code === 'missing_api_key' ? 'missing' : 'wrong'
  return { operation, status, key: status === 401 ? badKey : 'good', state, code }
}
