const STEP = 0x6d2b79f5

/** Gives numbers from 0 up to but not including 1, the same ones for the same seed. */
export type Chance = () => number

/** A seeded source of chance (mulberry32: 32 bits of state, good enough for mocks, not for secrets). */
export function seededChance(seed: number): Chance {
  let state = seed
  return () => {
    const drawn = drawFrom(state)
    state = nextSeed(state)
    return drawn
  }
}

/** The number, from 0 up to but not including 1, that a seed stands for. */
export function drawFrom(seed: number): number {
  const state = (seed + STEP) | 0
  let bits = Math.imul(state ^ (state >>> 15), 1 | state)
  bits = (bits + Math.imul(bits ^ (bits >>> 7), 61 | bits)) ^ bits
  return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32
}

/** The seed of the rest of a seed's sequence. */
export function nextSeed(seed: number): number {
  return (seed + STEP) | 0
}
