import type { VerificationReport, VerifyOptions } from 'orders-mock/verify'
import { temporaryFile } from '../../temporary-file.js'
import type { Deviation } from '../providers/small-provider.js'
import { verifySmall } from '../verify-once.js'

/** Checks the small provider, with a deviation, against the model; no time budget ends the run: many share the machine. */
export function checkSmall(deviation: Deviation, options: Partial<VerifyOptions> = {}): Promise<VerificationReport> {
  return verifySmall(deviation, { checks: ['model'], runs: 1, seed: 1, timeBudgetMs: 600_000, ...options })
}

/** Options for one rule alone, as it is run again if it failed. */
export function onlyRule(id: string): Pick<VerifyOptions, 'rerun'> {
  const checks = [{ id: `model.${id}`, kind: 'model', result: 'failed' }]
  return { rerun: temporaryFile('report.json', JSON.stringify({ seed: 1, checks })) }
}

/** The steps of a failed check, without the provider's addresses, key and ids. */
export function stepsOf({ checks, provider }: VerificationReport, id: string): string[] {
  const steps = checks.find((one) => one.id === id)?.steps ?? []
  return steps.map((step) =>
    step
      .replaceAll(provider, '')
      .replace(/=\$\(curl .*_states' \|.*(?=; {2}# )/, '=SET UP')
      .replace("curl -i -w '\\n' ", '')
      .replaceAll('-H "Authorization: Bearer $ORDERS_MOCK_KEY" ', '')
      .replaceAll(/(?<=": )-?\d+(?='$)/g, 'ID'),
  )
}
