import { createHook } from 'node:async_hooks'

let kept: object | undefined

/**
 * Keeps the next of the objects alive that Node makes for each `process.nextTick`. A garbage collection that finds none of
 * them lets V8 forget their hidden class; after a few of those Node 20 makes each of them in a slow way, and every
 * request takes a quarter more time for good. `perf` shows it as `Runtime_DefineKeyedOwnPropertyInLiteral`.
 */
export function keepTickShape(): void {
  if (kept !== undefined) return
  const hook = createHook({
    init(_asyncId, type, _triggerAsyncId, resource) {
      if (type !== 'TickObject' || kept !== undefined) return
      kept = resource
      // Not at once: in here, Node would go on following every promise, and each would cost three times as much.
      setImmediate(() => hook.disable())
    },
  })
  hook.enable()
}
