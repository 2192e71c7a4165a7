import { startTimer } from './start-timer.js'

/** Goes off when somebody who is to say something says nothing for too long. */
export class SilenceTimer {
  #stop: (() => void) | undefined

  constructor(
    readonly timeoutMs: number,
    readonly goOff: () => void,
  ) {}

  /** Begins to count, or begins anew. */
  start(): void {
    this.stop()
    this.#stop = startTimer(this.timeoutMs, this.goOff)
  }

  stop(): void {
    this.#stop?.()
  }
}
