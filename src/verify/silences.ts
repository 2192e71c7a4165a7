import { NoAnswerError, type Answer, type OutgoingRequest } from '../contract/index.js'

// Each time it is sent, a request that is never answered takes the whole timeout.
const MAX_SILENCES = 3

/** Keeps a run from sending again and again what was never answered in time. */
export class Silences {
  readonly #found = new Map<string, { readonly count: number; readonly endedMs: number }>()

  constructor(readonly timeoutMs: number) {}

  /** Sends a request, unless it was not answered several times in a row; `undefined` then. */
  async send(request: OutgoingRequest, send: () => Promise<Answer>): Promise<Answer | undefined> {
    const subject = subjectOf(request)
    if (this.#found.get(subject)?.count === MAX_SILENCES) return undefined
    const startedMs = performance.now()
    const answer = await send()
    const { count, endedMs } = this.#found.get(subject) ?? { count: 0, endedMs: 0 }
    const isSilent = answer instanceof NoAnswerError && performance.now() - startedMs >= this.timeoutMs
    if (!isSilent) this.#found.delete(subject)
    // Of requests that were sent at once, one counts.
    else if (startedMs >= endedMs) this.#found.set(subject, { count: count + 1, endedMs: performance.now() })
    return answer
  }
}

/** What one request has in common with another that is to be answered alike. */
function subjectOf({ method, path, headers }: OutgoingRequest): string {
  const [, key] = Object.entries(headers).find(([name]) => name.toLowerCase() === 'authorization') ?? []
  return `${method} ${path} ${key}`
}
