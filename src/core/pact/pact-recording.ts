import { ToolError } from '../../input/index.js'
import { createOperations } from '../operations/operations.js'
import type { ChangeFeed } from '../sandbox/change-feed.js'
import type { Sandboxes } from '../sandbox/sandboxes.js'
import type * as PactDocuments from './pact-document.js'
import { type Situation, situationOf } from './situation.js'

/** How a recording starts. */
export interface PactRecordingOptions {
  /** The name of the front end, or whatever else asks the mock. */
  readonly consumer: string
  /** The name under which the contracts of the provider are kept. Default: `store-orders-service`. */
  readonly provider?: string | undefined
  /** The key that the pact sends, whatever keys clients use. Default: `test-key`. */
  readonly pactKey?: string | undefined
  /** Called whenever the pact has grown. */
  readonly onGrowth?: () => void
}

/**
 * A pact (version 4) of what clients ask of a mock: one interaction for each operation, status and provider state. It
 * depends on nothing else, so the same use gives the same text. Injected faults, requests outside the API, and answers
 * that no provider state leads to are left out.
 *
 * @example
 * const recording = mock.recordPact({ consumer: 'storefront' })
 * afterAll(async () => writeFileSync('pacts/storefront.json', await recording.text()))
 */
export class PactRecording {
  readonly consumer: string
  readonly #names: { readonly consumer: string; readonly provider: string; readonly pactKey: string }
  readonly #situations = new Map<string, Situation>()
  readonly #unsubscribe: () => void

  /** @throws {ToolError} if the consumer has no name */
  constructor(
    feed: ChangeFeed,
    sandboxes: Sandboxes,
    { consumer, onGrowth = () => {}, ...names }: PactRecordingOptions,
  ) {
    if (typeof consumer !== 'string' || consumer.trim() === '') {
      throw new ToolError('A pact needs the name of its consumer, such as { consumer: "storefront" }.')
    }
    this.consumer = consumer
    const { provider = 'store-orders-service', pactKey = 'test-key' } = names
    this.#names = { consumer, provider, pactKey }
    const handlers = createOperations()
    this.#unsubscribe = feed.subscribe((event) => {
      if (event.type !== 'request' || event.entry.operation === undefined) return
      const sandbox = sandboxes.use(event.sandbox)
      const situation = sandbox && situationOf(event.entry, sandbox, handlers)
      if (situation !== undefined && this.#add(situation)) onGrowth()
    })
  }

  /** How many interactions there are so far. */
  get size(): number {
    return this.#situations.size
  }

  /** The pact so far. */
  async pact(): Promise<PactDocuments.PactDocument> {
    const { pactOf } = await loadDocument()
    return pactOf(this.#situations.values(), this.#names)
  }

  /**
   * The pact so far as the text of a file.
   *
   * @param earlier the text of an earlier pact of the same consumer, whose interactions are kept
   * @throws {ToolError} (as a rejection) if that is something else
   */
  async text(earlier?: string): Promise<string> {
    const { pactText } = await loadDocument()
    return pactText(await this.pact(), earlier)
  }

  /** Ends the recording; what was recorded stays. */
  stop(): void {
    this.#unsubscribe()
  }

  #add(situation: Situation): boolean {
    const { operation, status, key, state = '' } = situation
    const kind = [operation.operationId, status, key, state].join(' ')
    if (this.#situations.has(kind)) return false
    this.#situations.set(kind, situation)
    return true
  }
}

/** Whoever records nothing does not load how a pact is written. */
function loadDocument(): Promise<typeof PactDocuments> {
  return import('./pact-document.js')
}
