import { closest } from 'fastest-levenshtein'
import type { CommandContext } from './command-context.js'
import { OPTIONS, variableOf } from './options.js'

/** Tells of variables that look like options but set none, as a misspelt one does. */
export function warnOfUnknownVariables({ env, stderr }: CommandContext): void {
  const known = Object.keys(OPTIONS).map(variableOf)
  for (const name of Object.keys(env)) {
    if (!name.startsWith('ORDERS_MOCK_') || known.includes(name)) continue
    // A report's command lines take the values of --header from such variables.
    if (/^ORDERS_MOCK_(?:STATES_)?HEADER_./.test(name)) continue
    stderr.write(`orders-mock: The variable ${name} sets no option. Did you mean ${closest(name, known)}?\n`)
  }
}
