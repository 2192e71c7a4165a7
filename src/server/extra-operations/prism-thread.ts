import { parentPort, workerData } from 'node:worker_threads'
import { loadPrism } from './load-prism.js'
import type { MockCall, ThreadMessage } from './running-prism.js'

// Prism takes more than a second of the processor to load. In a thread of its own it keeps nobody waiting who does not need it.

const loading = loadPrism(workerData as object)
loading.then(
  ({ operations }) => tell({ kind: 'loaded', operations }),
  (error: unknown) => tell({ kind: 'failed', reason: messageOf(error) }),
)
parentPort?.on('message', (call: MockCall) => void mock(call).then(tell))

async function mock({ id, operation, request }: MockCall): Promise<ThreadMessage> {
  try {
    const prism = await loading
    return { kind: 'mocked', id, mocked: prism.mock(operation, request) }
  } catch (error) {
    return { kind: 'not mocked', id, reason: messageOf(error) }
  }
}

function tell(message: ThreadMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread is no window.
  parentPort?.postMessage(message)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
