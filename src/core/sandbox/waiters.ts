import { InvalidInputError } from '../../input/index.js'
import { ControlError } from './control-error.js'
import type { KeptRequest } from './kept-request.js'

const MAX_TIMEOUT_MS = 600_000
const MAX_WAITERS = 1000

interface Waiter {
  readonly tell: (request: KeptRequest) => void
  readonly end: (error: ControlError) => void
}

/** Callers that wait for a request. */
export class Waiters {
  readonly #all = new Set<Waiter>()

  tell(request: KeptRequest): void {
    for (const waiter of this.#all) waiter.tell(request)
  }

  /** Ends all waits. */
  end(error: ControlError): void {
    for (const waiter of this.#all) waiter.end(error)
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
    const late = new ControlError(408, 'no_request', `No such request came within ${timeoutMs / 1000} s.`)
    return new Promise<KeptRequest>((resolve, reject) => {
      const waiter: Waiter = {
        tell: (request) => passes(request) && finish(() => resolve(request)),
        end: (error) => finish(() => reject(error)),
      }
      const timer = setTimeout(() => waiter.end(late), timeoutMs)
      const finish = (settle: () => void): void => {
        clearTimeout(timer)
        this.#all.delete(waiter)
        settle()
      }
      this.#all.add(waiter)
    })
  }
}
