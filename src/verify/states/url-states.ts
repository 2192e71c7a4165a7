import { fetchText, type ProviderResponse, shortened } from '../../contract/index.js'
import { ToolError } from '../../input/index.js'
import { isObject, stringifyJson } from '../../spec/index.js'
import { jsonIn } from '../json-members.js'
import type { Pacer } from '../pacer.js'
import { certificateFor } from '../script/curl.js'
import { maskHeaders } from '../secrets.js'
import type { RunPlan } from '../verify-options.js'
import { stateError, type StateParams, type StatesSource } from './provider-states.js'

const JSON_TYPE = { 'Content-Type': 'application/json' }

/** What a plan says of states. */
export type StatesPlan = Pick<RunPlan, 'states' | 'statesTimeoutMs' | 'statesHeaders' | 'route'>

/** States over HTTP, by Pact's protocol: `POST {"state", "params", "action"}`. */
export function statesByUrl(
  url: string,
  { statesTimeoutMs: timeoutMs, statesHeaders, route }: StatesPlan,
  pacer: Pacer,
): StatesSource {
  const headers = { ...JSON_TYPE, accept: 'application/json', ...statesHeaders }
  const ask = async (state: string, params: StateParams, action: 'setup' | 'teardown'): Promise<ProviderResponse> => {
    const content = stringifyJson({ state, params, action })
    const request = { method: 'POST', headers, content, timeoutMs, route }
    try {
      return (await pacer.send(async () => ({ response: await fetchText(url, request) }))).response
    } catch (error) {
      if (error instanceof ToolError) throw error
      throw stateError(state, `${url} gave no answer (${(error as Error).message})`, action)
    }
  }
  return {
    request: (state, params = {}) => ({
      method: 'POST',
      url,
      headers: { ...JSON_TYPE, ...maskHeaders(statesHeaders, 'STATES_HEADER') },
      content: stringifyJson({ state, params, action: 'setup' }),
      ...certificateFor(url, route),
    }),
    setUp: async (name, params) => {
      const answer = await ask(name, params, 'setup')
      const { status, body } = answer
      if (status === 501) return `the provider does not support the state "${name}" (501)`
      if (status < 200 || status > 299) throw stateError(name, `${url} answered ${describe(answer)}`)
      const values = body.trim() === '' ? null : jsonIn(body)
      if (values === null || isObject(values)) return values ?? {}
      throw stateError(name, `its answer must be a JSON object of values, not ${shortened(body, 200)}`)
    },
    tearDown: async (name, params) => {
      const answer = await ask(name, params, 'teardown')
      if (answer.status < 500 || answer.status === 501) return
      throw stateError(name, `${url} answered ${describe(answer)}`, 'teardown')
    },
  }
}

function describe({ status, headers: { location }, body }: ProviderResponse): string {
  return `${status}${location === undefined ? '' : ` with Location: ${location}`} ${shortened(body, 200)}`.trim()
}
