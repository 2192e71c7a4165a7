import type { OrdersMock } from '../core/index.js'

/** Does something to a mock at once: between what others have changed and what others will. */
export type Run = <Result>(act: () => Result) => Promise<Result>

/**
 * Gives what has the mock as the store has it when something is done, and has that stored when its promise resolves.
 *
 * @param name of the store; without one nothing is stored
 */
export async function loadPersistence(mock: OrdersMock, name: string | undefined): Promise<Run> {
  if (name === undefined) return runAlone
  try {
    const { SharedSandboxes } = await import('./persistence/shared-sandboxes.js')
    const shared = new SharedSandboxes(mock, `orders-mock ${name}`)
    await shared.run(() => undefined)
    return (act) => shared.run(act)
  } catch (error) {
    console.warn(`orders-mock: nothing is persisted, because that could not be loaded: ${String(error)}`)
    return runAlone
  }
}

const runAlone: Run = (act) => Promise.resolve(act())
