import type { OrdersMock, SandboxState } from '../../core/index.js'
import type { Stored } from './store-transaction.js'
import { decodeSandbox, type StoredSandbox } from './stored-sandbox.js'

interface Restoration {
  /** What this mock has changed and not yet stored: it stays, and what is damaged goes there. */
  readonly changes: Map<string, SandboxState | undefined>
  /** Whether the mock follows the store for the first time; else what is not there any more was deleted. */
  readonly isNew: boolean
  /** The scenario that `main` starts again from if it is damaged. */
  readonly scenario: string
}

/** Has the sandboxes of a mock become those of a store. One that is damaged is told of, and costs that sandbox alone. */
export function restoreSandboxes(
  mock: OrdersMock,
  { states, names }: { readonly states: readonly Stored<StoredSandbox>[]; readonly names: ReadonlySet<string> },
  { changes, isNew, scenario }: Restoration,
): void {
  for (const { revision: _, ...state } of states.toSorted((one, other) => rank(one) - rank(other))) {
    if (changes.has(state.name)) continue
    try {
      mock.restoreSandbox(decodeSandbox(state))
    } catch (error) {
      console.warn(`orders-mock: the stored sandbox "${state.name}" is damaged and starts again: ${String(error)}`)
      changes.set(state.name, startAgain(mock, state.name, scenario))
    }
  }
  for (const sandbox of mock.sandboxes) {
    if (names.has(sandbox.name) || changes.has(sandbox.name)) continue
    if (isNew) changes.set(sandbox.name, sandbox.toState())
    else mock.deleteSandbox(sandbox.name)
  }
}

/** Those that were used last are restored last, so that they stay longest. */
function rank({ name, lastUsedMs }: StoredSandbox): number {
  return name === 'main' ? -Infinity : lastUsedMs
}

/** `main` is always there; another is made again by the next who asks for it, if it may be. */
function startAgain(mock: OrdersMock, name: string, scenario: string): SandboxState | undefined {
  if (name !== 'main') {
    if (mock.sandboxes.some((sandbox) => sandbox.name === name)) mock.deleteSandbox(name)
    return undefined
  }
  mock.sandbox().reset(scenario)
  return mock.sandbox().toState()
}
