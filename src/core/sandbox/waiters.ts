import { InvalidInputError } from '../../input/index.js'
import { ControlError } from './control-error.js'
import type { KeptRequest } from './kept-request.js'

const MAX_TIMEOUT_MS = 600_000
const MAX_WAITERS = 1000

/** Callers that wait for a request. */
export class Waiters {
  readonly #all = new Set<(request: KeptRequest) => void>()

  tell(request: KeptRequest): void {
    for (const waiter of this.#all) waiter(request)
  }

  /** @throws {ControlError} (as a rejection) 408 if no such request comes in time, 503 if too many callers wait */
  next(passes: (request: KeptRequest) => boolean, timeoutMs: number): Promise<KeptRequest> {
    if (!(timeoutMs >= 0 && timeoutMs <= MAX_TIMEOUT_MS)) {
      throw new InvalidInputError([{ path: ['timeout'], message: 'must be from 0 to 10 minutes' }])
    }
    if (this.#all.size >= MAX_WAITERS) {
      throw new ControlError(
        503,
        'too_many_waiters',
        `${MAX_WAITERS} callers wait for requests already. Wait until some have ended.`,
      )
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#all.delete(waiter)
        reject(new ControlError(408, 'no_request', `No such request came within ${timeoutMs / 1000} s.`))
      }, timeoutMs)
      const waiter = (request: KeptRequest): void => {
        if (!passes(request)) return
        clearTimeout(timer)
        this.#all.delete(waiter)
        resolve(request)
      }
      this.#all.add(waiter)
    })
  }
}
