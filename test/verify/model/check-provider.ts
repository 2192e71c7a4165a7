import type { CheckResult } from '../../../src/verify/check.js'
import { connectProvider } from '../../../src/verify/provider.js'
import { checkModel } from '../../../src/verify/model/check-model.js'
import type { Progress } from '../../../src/verify/report/verification-report.js'
import { planRun, type VerifyOptions } from '../../../src/verify/verify-options.js'
import type { RunningProvider } from '../providers/running-provider.js'
import { startSmallProvider, type Deviation } from '../providers/small-provider.js'

/** What the model found, and the requests that it sent. */
export interface ModelReport {
  readonly checks: readonly CheckResult[]
  readonly requests: readonly { readonly line: string; readonly key: string | undefined }[]
  readonly provider: RunningProvider
}

type Options = Partial<VerifyOptions> & { readonly isWithoutStates?: boolean }

// So long that neither ends a run, nor how far a counterexample is shrunk: many share the machine.
const TIMEOUT_MS = 60_000
const TIME_BUDGET_MS = 600_000

/** Starts a provider, holds it against the model, and stops it. */
export async function check(start: () => Promise<RunningProvider>, options: Options = {}): Promise<ModelReport> {
  const running = await start()
  const { baseUrl, apiKey: key, statesUrl } = running
  const states = options.isWithoutStates === true ? undefined : statesUrl
  const checks: CheckResult[] = []
  const onProgress = (progress: Progress) => void (progress.kind === 'result' && checks.push(progress.result))
  const usual = { runs: 1, seed: 1, timeoutMs: TIMEOUT_MS, timeBudgetMs: TIME_BUDGET_MS }
  const plan = planRun({ baseUrl, key, states, onProgress, ...usual, ...options })
  const provider = await connectProvider(plan)
  try {
    await checkModel(provider, plan)
    const requests = provider.log.requests.map(({ answer: { request } }) => ({
      line: `${request.method} ${request.path}`,
      key: request.headers['Authorization'],
    }))
    return { checks, requests, provider: running }
  } finally {
    provider.close()
    await running.close()
  }
}

/** Checks the small provider, with a deviation, against the model. */
export function checkSmall(deviation: Deviation, options: Options = {}): Promise<ModelReport> {
  return check(() => startSmallProvider(deviation), options)
}

/** The checks that failed, by id. */
export function failures({ checks }: ModelReport): string[] {
  return checks.filter(({ result }) => result === 'failed').map(({ id }) => id)
}

/** The steps of a failed check, without the provider's addresses and key; ids are replaced by letters in turn. */
export function stepsOf({ checks, provider }: ModelReport, id: string): string[] {
  const steps = checks.find((one) => one.id === id)?.steps ?? []
  const letters = new Map<string, string>()
  const letterOf = (digits: string) => {
    if (!letters.has(digits)) letters.set(digits, String.fromCodePoint(65 + letters.size))
    return letters.get(digits) ?? digits
  }
  return steps.map((step) =>
    step
      .replaceAll(provider.baseUrl, '')
      .replace(/=\$\(curl .*_states' \|.*(?= {2}# )/, '=SET UP')
      .replace("curl -i -w '\\n' ", '')
      .replaceAll('-H "Authorization: Bearer $ORDERS_MOCK_KEY" ', '')
      .replaceAll(/(?<=": )-?\d+$/g, letterOf),
  )
}
