import { setImmediate as nextTurn } from 'node:timers/promises'

// A request that others send meanwhile takes some turns of the event loop.
const PIECE_MS = 4

/** Does long work in pieces: between them, timers, signals and other requests get their turn. */
export async function inPieces<Result>(work: Generator<undefined, Result>): Promise<Result> {
  let endMs = performance.now() + PIECE_MS
  let piece = work.next()
  while (piece.done !== true) {
    if (performance.now() >= endMs) {
      await nextTurn()
      endMs = performance.now() + PIECE_MS
    }
    piece = work.next()
  }
  return piece.value
}
