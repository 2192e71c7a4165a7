import { checkModel } from '../model/check-model.js'
import type { RunPlan } from '../verify-options.js'
import type { Look } from './look.js'

/** Gets ready to test the rules that no single exchange can show. */
export async function loadModelLook({ runs, seed, timeBudgetMs, onProgress }: RunPlan): Promise<Look> {
  return {
    kind: 'model',
    look: async (provider) => {
      const checks = await checkModel(provider, {
        runs,
        seed,
        timeBudgetMs,
        onProgress: ({ name }) => onProgress({ kind: 'activity', look: 'model', text: name }),
      })
      for (const check of checks) onProgress({ kind: 'check', check })
    },
  }
}
