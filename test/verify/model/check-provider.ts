import type { VerificationReport, VerifyOptions } from 'orders-mock/verify'
import { temporaryFile } from '../../temporary-file.js'
import { startBroken } from '../providers/broken-providers.js'
import type { Deviation } from '../providers/small-provider.js'
import { verifyOnce, verifySmall } from '../verify-once.js'

// No time budget ends a run: many share the machine.
const PLAN = { checks: ['model'], runs: 1, seed: 1, timeBudgetMs: 600_000 } as const

export function checkSmall(deviation: Deviation, options: Partial<VerifyOptions> = {}): Promise<VerificationReport> {
  return verifySmall(deviation, { ...PLAN, ...options })
}

export function checkBroken(name: string, rule: string): Promise<VerificationReport> {
  return verifyOnce(() => startBroken(name), { ...PLAN, ...onlyRule(rule) })
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
