const STEP = 0x6d2b79f5

/** A seeded source of chance (mulberry32: 32 bits of state, good enough for mocks, not for secrets). */
export class Chance {
  /** @param seed stands for what is left of the sequence */
  constructor(public seed: number) {}

  /** A number from 0 up to but not including 1. */
  draw(): number {
    const state = (this.seed + STEP) | 0
    this.seed = state
    let bits = Math.imul(state ^ (state >>> 15), 1 | state)
    bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
  }
}
