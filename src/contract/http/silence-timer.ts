/** Goes off when somebody who is to say something says nothing for too long. */
export class SilenceTimer {
  #timer: NodeJS.Timeout | undefined

  constructor(
    readonly timeoutMs: number,
    readonly goOff: () => void,
  ) {}

  /** Begins to count, or begins anew. */
  start(): void {
    this.stop()
    this.#timer = setTimeout(this.goOff, this.timeoutMs)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }
}
