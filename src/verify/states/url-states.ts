import { fetchText, type KeptConnections, type ProviderResponse, shortened } from '../../contract/index.js'
import { isObject, stringifyJson } from '../../spec/index.js'
import { jsonIn } from '../json-members.js'
import type { Pacer } from '../pacer.js'
import { certificateFor } from '../curl.js'
import { maskHeaders } from '../secrets.js'
import type { RunPlan } from '../verify-options.js'

const JSON_TYPE = { 'Content-Type': 'application/json' }

/** States over HTTP, by Pact's protocol: `POST {"state", "params", "action"}`. */
export function statesByUrl(
  url: string,
  { statesTimeoutMs: timeoutMs, statesHeaders, route }: RunPlan,
  pacer: Pacer,
  connections?: KeptConnections,
) {
  const headers = { ...JSON_TYPE, accept: 'application/json', ...statesHeaders }
  const ask = async (state: string, params: object, action: 'setup' | 'teardown') => {
    const content = stringifyJson({ state, params, action })
    const request = { method: 'POST', headers, content, timeoutMs, route, connections }
    const send = () =>
      fetchText(url, request).catch((error: Error) => {
        const option = error.message.endsWith(` ${timeoutMs} ms`) ? '; --states-timeout' : ''
        throw new Error(`${url} returned no response (${error.message}${option})`)
      })
    return (await pacer.send(async () => ({ response: await send() }))).response
  }
  return {
    request: (state: string, params: object = {}) => ({
      method: 'POST',
      url: new URL(url).href,
      headers: { ...JSON_TYPE, ...maskHeaders(statesHeaders, 'STATES_HEADER') },
      content: stringifyJson({ state, params, action: 'setup' }),
      ...certificateFor(url, route),
    }),
    setUp: async (name: string, params: object) => {
      const answer = await ask(name, params, 'setup')
      const { status, body } = answer
      if (status === 501) return `the provider does not support the state "${name}" (501)`
      if (status < 200 || status > 299) throw new Error(`${url} returned ${describe(answer)}`)
      const values = body.trim() === '' ? null : jsonIn(body)
      if (values === null || isObject(values)) return values ?? {}
      throw new Error(`its response must be a JSON object of values, not ${shortened(body, 200)}`)
    },
    tearDown: async (name: string, params: object) => {
      const answer = await ask(name, params, 'teardown')
      if (answer.status >= 500 && answer.status !== 501) throw new Error(`${url} returned ${describe(answer)}`)
    },
  }
}

function describe({ status, headers: { location }, body }: ProviderResponse): string {
  return `${status}${location === undefined ? '' : ` with Location: ${location}`} ${shortened(body, 200)}`.trim()
}
