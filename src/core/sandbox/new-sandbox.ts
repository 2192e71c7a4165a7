import { InvalidInputError } from '../../input/index.js'
import type { ScenarioName } from '../scenario/built-in.js'
import type { ScenarioDocument } from '../scenario/document.js'
import { isName, type Scenarios } from '../scenario/scenarios.js'
import { ControlError } from './control-error.js'

/** The initial state of a new sandbox. */
export interface NewSandbox {
  /** Letters, digits, `.`, `_` and `-`; 100 at most. Default: one that is free. */
  readonly name?: string | undefined
  /** Default: the scenario that the mock was started with. */
  readonly scenario?: ScenarioName | undefined
  /** Replaces the orders of the scenario; `reset` restores them. */
  readonly orders?: ScenarioDocument['orders'] | undefined
}

/** @throws {ToolError} if no sandbox of this name can be created: it is not a name, or it is taken (409) */
export function checkNewName(name: string, scenarios: Scenarios, { isTaken }: { readonly isTaken: boolean }): void {
  if (!isName(name) || name === '.' || name === '..') {
    const message = 'must be letters, digits, ".", "_" and "-", 100 at most'
    throw new InvalidInputError([{ path: ['name'], message }])
  }
  if (isTaken) {
    const message = `A sandbox named "${name}" already exists. Choose another name, or delete it.`
    throw new ControlError(409, 'sandbox_exists', message)
  }
  if (scenarios.has(name)) {
    const advice = `Keys such as "<key>~${name}" mean the sandbox of that scenario`
    const message = `"${name}" is the name of a scenario. ${advice}; choose another name.`
    throw new ControlError(409, 'sandbox_exists', message)
  }
}
