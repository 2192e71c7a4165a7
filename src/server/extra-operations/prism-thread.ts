import { parentPort, workerData } from 'node:worker_threads'
import { loadPrism, type Mock } from './load-prism.js'
import type { MockCall, ThreadMessage } from './running-prism.js'

// Prism takes more than a second of the processor to load. In a thread of its own it keeps nobody waiting who does not need it.

const loading = load()
loading.catch((error: unknown) => tell({ kind: 'failed', reason: messageOf(error) }))
parentPort?.on('message', (call: MockCall) => void answer(call).then(tell))

async function load(): Promise<Mock> {
  const { operations, loadMock } = await loadPrism(workerData as object)
  tell({ kind: 'read', operations })
  return await loadMock()
}

async function answer({ id, operation, request }: MockCall): Promise<ThreadMessage> {
  try {
    const mock = await loading
    return { kind: 'mocked', id, mocked: mock(operation, request) }
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
