import type { CheckResult } from '../check.js'
import { checkPacts } from '../pact/check-pacts.js'
import { loadPacts } from '../pact/load-pacts.js'
import type { RunPlan } from '../verify-options.js'
import type { Look } from './look.js'

/** Gets ready to verify every interaction of the pact files. */
export async function loadPactLook({ pacts, timeoutMs, onProgress }: RunPlan): Promise<Look> {
  const interactions = await loadPacts(pacts)
  const onResult = (check: CheckResult) => onProgress({ kind: 'check', check })
  return { kind: 'pact', look: (provider) => checkPacts(provider, { interactions, timeoutMs, onResult }) }
}
