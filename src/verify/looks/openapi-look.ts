import { checkExchanges } from '../openapi/check-exchanges.js'
import { loadRules } from '../../contract/index.js'
import { takeTour } from '../openapi/tour.js'
import type { RunPlan } from '../verify-options.js'
import type { Look } from './look.js'

/** Gets ready to hold all exchanges of the run, and those of a tour of its own, against the description. */
export async function loadOpenapiLook({ onProgress }: RunPlan): Promise<Look> {
  const rules = await loadRules()
  return {
    kind: 'openapi',
    look: async (provider) => {
      const gaps = await takeTour(provider)
      const checks = checkExchanges(provider.journal, { rules, gaps })
      for (const check of checks) onProgress({ kind: 'check', check })
    },
  }
}
