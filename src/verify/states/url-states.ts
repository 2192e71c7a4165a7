import { isObject, type Json, stringifyJson } from '../../spec/index.js'
import { ToolError } from '../../input/index.js'
import { fetchText, type ProviderResponse, type Route, shortened } from '../../contract/index.js'
import { jsonIn } from '../json-members.js'
import type { Pacer } from '../pacer.js'
import { maskHeaders } from '../secrets.js'
import { certificateFor } from '../script/curl.js'
import { type ProviderStates, readyState, type StateAction, stateError, type StateParams } from './provider-states.js'

const JSON_TYPE = { 'Content-Type': 'application/json' }

/** States over HTTP, by Pact's protocol: `POST {"state", "params", "action"}`. */
export function statesByUrl(
  url: string,
  { timeoutMs, route }: { readonly timeoutMs: number; readonly route: Route | undefined },
  ownHeaders: Readonly<Record<string, string>>,
  pacer: Pacer,
): ProviderStates {
  const ask = async (name: string, params: StateParams, action: StateAction): Promise<ProviderResponse> => {
    const body = stringifyJson({ state: name, params, action })
    const headers = { ...JSON_TYPE, accept: 'application/json', ...ownHeaders }
    try {
      const request = { method: 'POST', headers, body, timeoutMs, route } as const
      const { response } = await pacer.send(async () => ({ response: await fetchText(url, request) }))
      return response
    } catch (error) {
      if (error instanceof ToolError) throw error
      throw stateError(name, `${url} gave no answer (${(error as Error).message})`, action)
    }
  }
  return {
    available: true,
    request: (state, params = {}) => {
      const content = stringifyJson({ state, params, action: 'setup' })
      const headers = { ...JSON_TYPE, ...maskHeaders(ownHeaders, 'STATES_HEADER') }
      return { method: 'POST', url, headers, content, ...certificateFor(url, route) }
    },
    setUp: async (name, params = {}) => {
      const answer = await ask(name, params, 'setup')
      if (answer.status === 501)
        return { kind: 'skipped', reason: `the provider does not support the state "${name}" (501)` }
      if (answer.status < 200 || answer.status > 299) throw stateError(name, `${url} answered ${told(answer)}`)
      return readyState(name, valuesIn(name, answer.body))
    },
    tearDown: async (name, params = {}) => {
      const answer = await ask(name, params, 'teardown')
      if (answer.status >= 500 && answer.status !== 501)
        throw stateError(name, `${url} answered ${told(answer)}`, 'teardown')
    },
  }
}

function told({ status, headers: { location }, body }: ProviderResponse): string {
  return `${status}${location === undefined ? '' : ` with Location: ${location}`} ${shortened(body, 200)}`.trim()
}

function valuesIn(name: string, text: string): Readonly<Record<string, Json>> {
  const values = text.trim() === '' ? null : jsonIn(text)
  if (values === null) return {}
  if (isObject(values)) return values
  throw stateError(name, `its answer must be a JSON object of values, not ${shortened(text, 200)}`)
}
