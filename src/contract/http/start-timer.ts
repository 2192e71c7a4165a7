// A timeout is counted in this many parts; while the process is blocked, at most one of them passes.
const TICKS = 20

/**
 * Counts only time in which this process is not blocked. While it parses a long list, answers wait unread, and a plain
 * timer would go off before they are read.
 *
 * @returns a function that stops it
 */
export function startTimer(timeoutMs: number, goOff: () => void): () => void {
  let ticks = 0
  const timer = setInterval(() => {
    ticks += 1
    if (ticks < TICKS) return
    clearInterval(timer)
    goOff()
  }, timeoutMs / TICKS)
  return () => clearInterval(timer)
}
