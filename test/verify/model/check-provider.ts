import type { VerificationReport, VerifyOptions } from 'orders-mock/verify'
import { temporaryFile } from '../../temporary-file.js'
import type { Deviation } from '../providers/small-provider.js'
import { verifySmall } from '../verify-once.js'

// So long that it ends no run: many share the machine.
const TIME_BUDGET_MS = 600_000

/** Checks the small provider, with a deviation, against the model. */
export function checkSmall(deviation: Deviation, options: Partial<VerifyOptions> = {}): Promise<VerificationReport> {
  return verifySmall(deviation, { checks: ['model'], runs: 1, seed: 1, timeBudgetMs: TIME_BUDGET_MS, ...options })
}

/** Options for one rule alone, as it is run again if it failed. */
export function onlyRule(id: string): Pick<VerifyOptions, 'rerun'> {
  const checks = [{ id: `model.${id}`, kind: 'model', result: 'failed' }]
  return { rerun: temporaryFile('report.json', JSON.stringify({ seed: 1, checks })) }
}

/** The steps of a failed check, without the provider's addresses and key; ids are replaced by letters in turn. */
export function stepsOf({ checks, provider }: VerificationReport, id: string): string[] {
  const steps = checks.find((one) => one.id === id)?.steps ?? []
  const letters = new Map<string, string>()
  const letterOf = (digits: string) => {
    if (!letters.has(digits)) letters.set(digits, String.fromCodePoint(65 + letters.size))
    return letters.get(digits) ?? digits
  }
  return steps.map((step) =>
    step
      .replaceAll(provider, '')
      .replace(/=\$\(curl .*_states' \|.*(?=; {2}# )/, '=SET UP')
      .replace("curl -i -w '\\n' ", '')
      .replaceAll('-H "Authorization: Bearer $ORDERS_MOCK_KEY" ', '')
      .replaceAll(/(?<=": )-?\d+(?='$)/g, letterOf),
  )
}
