import { useEffect, useReducer } from 'preact/hooks'
import { type SandboxClock, sandboxNowMs } from '../state/panel-model.js'

/** The sandbox's time, in milliseconds since the Unix epoch; who uses it is rendered again each second. */
export function useSandboxNow(clock: SandboxClock): number {
  const [, renderAgain] = useReducer<number, void>((count) => count + 1, 0)
  useEffect(() => {
    if (clock.frozen) return undefined
    const timer = setInterval(() => renderAgain(), 1000)
    return () => clearInterval(timer)
  }, [clock.frozen])
  return sandboxNowMs(clock)
}
