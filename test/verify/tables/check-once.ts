import type { PactVerifier } from '../../../dist/verify/pact/start-verifier.js'
import { RULES, type RuleId } from '../../../src/verify/model/oracle/rules/rules.js'
import { RunContext } from '../../../src/verify/model/runner/run-context.js'
import { search } from '../../../src/verify/model/runner/search.js'
import { prepareOpenapiCheck } from '../../../src/verify/openapi/check-exchanges.js'
import { loadPacts } from '../../../src/verify/pact/load-pacts.js'
import { openRelay } from '../../../src/verify/pact/relay.js'
import { verifyInteraction } from '../../../src/verify/pact/verify-interaction.js'
import { type ConnectedProvider, connectProvider } from '../../../src/verify/provider.js'
import { openStates } from '../../../src/verify/states/open-states.js'
import { planRun } from '../../../src/verify/verify-options.js'
import type { RunningProvider } from '../providers/running-provider.js'

// One check as a run makes it, without the others: it must find what is broken whatever ran before it. Whole runs, each
// of which takes a process and a second: *.exhaustive.test.ts.

type Start = () => Promise<RunningProvider>

const TIMEOUT_MS = 60_000
const PLAN = planRun({ baseUrl: 'http://127.0.0.1/v1' })

const interactions = (await loadPacts(PLAN)).pacts.flatMap((pact) => pact.interactions)

/** Whether an interaction of the contract fails, named by the id of its check. */
export async function failsInteraction(start: Start, id: string | undefined, verifier: PactVerifier): Promise<boolean> {
  const interaction = interactions.find((one) => `pact.${one.id}` === id)
  if (interaction === undefined) throw new Error(`The contract has no interaction "${id}".`)
  return withProvider(start, async (provider) => {
    const relay = await openRelay(provider)
    try {
      const context = { provider, relay, verifier, timeoutMs: TIMEOUT_MS, maxWaitMs: PLAN.maxWaitMs }
      return (await verifyInteraction(context, interaction)).result === 'failed'
    } finally {
      await relay.close()
    }
  })
}

/** The ids of the openapi checks that fail. */
export function failsOpenapi(start: Start): Promise<string[]> {
  return withProvider(start, async (provider) => {
    const failed: string[] = []
    const check = await prepareOpenapiCheck({
      ...PLAN,
      onProgress: (progress) => {
        if (progress.kind === 'result' && progress.result.result === 'failed') failed.push(progress.result.id)
      },
    })
    await check(provider)
    return failed
  })
}

/** The rule that the sequences of a rule, named by the id of its check, show to be broken. */
export function ruleBrokenBy(start: Start, id: string | undefined): Promise<RuleId | undefined> {
  const rule = id?.replace('model.', '')
  if (!isRule(rule)) throw new Error(`There is no rule "${rule}".`)
  return withProvider(start, async (provider) => {
    const { counterexample } = await search(RULES[rule].template, new RunContext(provider), {
      seed: 7,
      runs: 20,
      endsAtMs: Infinity,
      maxShrinkMs: 0,
      rule,
      knownBroken: new Set(),
    })
    return counterexample?.violation.rule
  })
}

function isRule(name: string | undefined): name is RuleId {
  return name !== undefined && name in RULES
}

/** Starts a provider, connects to it, and ends it when the act is done. */
export async function withProvider<T>(start: Start, act: (provider: ConnectedProvider) => Promise<T>): Promise<T> {
  const running = await start()
  const { baseUrl, apiKey: key, statesUrl } = running
  const states = await openStates(statesUrl, TIMEOUT_MS)
  const provider = connectProvider({ baseUrl, key, headers: {}, timeoutMs: TIMEOUT_MS, signal: undefined }, states)
  try {
    return await act(provider)
  } finally {
    provider.close()
    await running.close()
  }
}
