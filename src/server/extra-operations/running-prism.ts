import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { PrismProblem, PrismRequest, PrismResponse } from './load-prism.js'
import type { DescribedOperation, OperationName } from './read-operations.js'

/** A request for a response of an operation. */
export interface MockCall {
  readonly id: number
  readonly operation: OperationName
  readonly request: PrismRequest
}

/** What Prism's thread says: that it has read the description, or failed to load, and what became of each call. */
export type ThreadMessage =
  | { readonly kind: 'read'; readonly operations: readonly DescribedOperation[] }
  | { readonly kind: 'failed'; readonly reason: string }
  | MockedMessage

type MockedMessage =
  | { readonly kind: 'mocked'; readonly id: number; readonly mocked: PrismResponse | PrismProblem }
  | { readonly kind: 'not mocked'; readonly id: number; readonly reason: string }

interface WaitingCall {
  readonly resolve: (mocked: PrismResponse | PrismProblem) => void
  readonly reject: (error: Error) => void
}

const PROGRAM = fileURLToPath(new URL('./prism-thread.js', import.meta.url))

/** Prism in a thread of its own, with a description as `describeForPrism` makes it. */
export class RunningPrism {
  /** The operations that Prism has read; rejects if it cannot. */
  readonly operations: Promise<readonly DescribedOperation[]>
  /** Resolves if Prism cannot be loaded, or crashes later. */
  readonly failure: Promise<Error>
  readonly #worker: Worker
  readonly #calls = new Map<number, WaitingCall>()
  #count = 0
  #failed: Error | undefined

  constructor(document: object) {
    this.#worker = new Worker(PROGRAM, { workerData: document })
    this.failure = new Promise((resolve) => {
      this.#worker.on('message', (message: ThreadMessage) => {
        if (message.kind === 'failed') resolve(new Error(message.reason))
      })
      this.#worker.on('error', resolve)
    })
    this.operations = new Promise((resolve, reject) => {
      this.#worker.on('message', (message: ThreadMessage) => {
        if (message.kind === 'read') resolve(message.operations)
        else if (message.kind !== 'failed') this.#settle(message)
      })
      void this.failure.then(reject)
    })
    void this.failure.then((error) => this.#fail(error))
    // Who waits for operations is told; who does not has no need to know.
    this.operations.catch(() => {})
  }

  /** Mocks a response of an operation; waits until Prism is loaded. */
  mock(operation: OperationName, request: PrismRequest): Promise<PrismResponse | PrismProblem> {
    return new Promise((resolve, reject) => {
      if (this.#failed !== undefined) return reject(this.#failed)
      this.#count += 1
      this.#calls.set(this.#count, { resolve, reject })
      const { method, path } = operation
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread is no window.
      this.#worker.postMessage({ id: this.#count, operation: { method, path }, request } satisfies MockCall)
    })
  }

  /** Ends it; what it was asked for is never answered. */
  async close(): Promise<void> {
    await this.#worker.terminate()
  }

  #settle(message: MockedMessage): void {
    const call = this.#calls.get(message.id)
    this.#calls.delete(message.id)
    if (message.kind === 'mocked') call?.resolve(message.mocked)
    else call?.reject(new Error(message.reason))
  }

  #fail(error: Error): void {
    this.#failed = error
    for (const { reject } of this.#calls.values()) reject(error)
    this.#calls.clear()
    void this.close()
  }
}
