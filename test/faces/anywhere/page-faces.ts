import { setupWorker } from 'msw/browser'
import { createOrdersHandlers } from '../../../src/msw/index.js'
import { createFace, type Face, fetchRequest, readResponse } from '../face.js'

// In a page these faces take the place of those in faces.ts.

const BASE_URL = 'https://api.example.com/v1'

const worker = setupWorker()
const started = worker.start({ onUnhandledRequest: 'error', quiet: true })

export const faces: readonly Face[] = [createFace('setupWorker of msw', openMswWorker)]

/** Mock Service Worker in a browser, behind the `fetch` of the page. */
async function openMswWorker(options: Parameters<Face['open']>[0]): ReturnType<Face['open']> {
  await started
  const { handlers, mock } = createOrdersHandlers({ baseUrl: BASE_URL, ...options })
  worker.resetHandlers(...handlers)
  return {
    mock,
    send: async (call) => {
      const response = await fetch(fetchRequest(BASE_URL, call))
      return await readResponse(response).catch(tellBrokenBody)
    },
    [Symbol.asyncDispose]: () => {
      worker.resetHandlers()
      return Promise.resolve()
    },
  }
}

/** Chromium says "Failed to fetch" of a body that breaks off, as of no answer at all. */
function tellBrokenBody(error: unknown): never {
  throw new TypeError(`The body was terminated: ${String(error)}`)
}
