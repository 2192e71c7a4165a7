import { setTimeout as pause } from 'node:timers/promises'
import {
  type AddressedRequest,
  type Answer,
  fetchText,
  NoAnswerError,
  type OutgoingRequest,
  type ProviderResponse,
  Sender,
  type SendOptions,
  speaksHttp2,
  UnreachableError,
} from '../contract/index.js'
import { ToolError } from '../input/index.js'
import { operations } from '../spec/index.js'
import { Pacer } from './pacer.js'
import { RunLog } from './run-log.js'
import { certificateFor } from './script/curl.js'
import { openStates, type ProviderStates } from './states/provider-states.js'
import type { RunPlan } from './verify-options.js'

/** The provider under verification. Every exchange and provider state is logged until it is closed. */
export type Provider = Awaited<ReturnType<typeof connectProvider>>

const { method, path } = operations.listOrders
const LIST = { method, path, headers: {} }
// This many connections can wait in the queue of any server.
const MAX_WAITING = 4
// Each time it is sent, a request that never gets a response takes the whole timeout.
const MAX_SILENCES = 3

/** Of a gateway whose provider is not there. */
const GATEWAY_STATUSES = new Set([502, 503, 504])
/** Statuses below 500 of a gateway or a page. Those that speak of the request, such as 406, come from a provider itself. */
const GATEWAY_ANSWERS = new Set([301, 302, 303, 307, 308, 403, 404, 407])

/**
 * Prepares access to a provider and its states. Sends nothing yet, and nothing more once the signal is aborted.
 *
 * `send` waits for a 429 to pass, and does not log it. A request in its result contains no secret. If the provider took the
 * request and then sent no HTTP response, which is a violation, a `NoAnswerError` is returned.
 *
 * @throws {ToolError} exit code 2, if the states cannot be used
 */
export async function connectProvider(plan: RunPlan) {
  const { baseUrl, key, timeoutMs, secrets, signal, route } = plan
  const [log, pacer] = [new RunLog(), new Pacer(plan)]
  const sender = new Sender(timeoutMs, route, () => pacer.limit(MAX_WAITING))
  const states = await openStates(plan, pacer)
  const setUp: ProviderStates['setUp'] = async (name, params) => {
    throwIfStopped(signal)
    return log.noteState(await states.setUp(name, params))
  }
  /** How often in a row the same request with the same key got no response in time; of several at once, one counts. */
  const silences = new Map<string, number>()
  return {
    baseUrl,
    apiKey: key,
    log,
    pacer,
    states: { ...states, setUp },
    /** @throws {UnreachableError} if there is no connection to the provider */
    send: async (request: OutgoingRequest, options?: SendOptions): Promise<Answer> => {
      const addressed = addressedTo(plan, request)
      const masked = secrets.mask(addressed)
      const subject = `${request.method} ${request.path} ${request.headers['Authorization']}`
      const before = silences.get(subject) ?? 0
      if (before === MAX_SILENCES)
        return new NoAnswerError(masked, 'not sent again, because it timed out several times in a row')
      let startedMs = 0
      const answer = await pacer.send(async () => {
        throwIfStopped(signal)
        startedMs = performance.now()
        return log.noteExchange(masked, () => sender.send(addressed, options))
      })
      const isSilent = answer instanceof Error && performance.now() - startedMs >= timeoutMs
      silences.set(subject, isSilent ? before + 1 : 0)
      return answer
    },
    /** Finds out whether its connections are kept. A failure here shows in a check, too. */
    chooseConnections: () => sender.connections.measure(() => sender.send(addressedTo(plan, LIST)).catch(() => {})),
    close: () => sender.close(),
  }
}

function addressedTo({ baseUrl, headers, route }: RunPlan, request: OutgoingRequest): AddressedRequest {
  const names = new Set(Object.keys(request.headers).map((name) => name.toLowerCase()))
  const others = Object.entries(headers).filter(([name]) => !names.has(name.toLowerCase()))
  const all = { ...Object.fromEntries(others), ...request.headers }
  return { ...request, headers: all, url: baseUrl + request.path, ...certificateFor(baseUrl, route) }
}

/** @throws {ToolError} exit code 3, if the signal is aborted */
export function throwIfStopped({ aborted, reason }: AbortSignal): void {
  if (!aborted) return
  const isCrash = reason instanceof Error && reason.name !== 'AbortError'
  const cause = isCrash ? `, because something crashed: ${reason.message}` : ''
  throw new ToolError(`The run was stopped early${typeof reason === 'string' ? ` by ${reason}` : cause}.`, 3)
}

/**
 * Checks whether the provider responds, and reports hints about likely mistakes in the options.
 *
 * @throws {ToolError} exit code 3, if nothing responds, or only something with the same response for all: a gateway or a page
 */
export async function probeProvider(provider: Provider, plan: RunPlan): Promise<void> {
  const { baseUrl, states } = provider
  await waitFor(plan)
  const list = (headers = {}, at: string = path) => provider.send({ method, path: at, headers })
  const listWithKey = () => list({ Authorization: `Bearer ${provider.apiKey}` })
  let answer = await listWithKey()
  // A sandbox of the mock, and with it its key, comes into being with its first state.
  if (statusOf(answer) === 401 && states.available) {
    await states.setUp('an unknown order id')
    answer = await listWithKey()
  }
  if (answer instanceof NoAnswerError) {
    if (statusOf(await list()) !== undefined) return
    const isHttp2 = await speaksHttp2(baseUrl)
    throw new UnreachableError(baseUrl, isHttp2 ? 'it supports only HTTP/2, but HTTP/1.1 is required' : answer.reason)
  }
  const { status } = answer.response
  const hint = hintIn(answer.response, baseUrl)
  if (hint !== undefined) plan.onProgress({ kind: 'hint', text: hint })
  // A consumer's pacts may ask for more than the contract.
  const isContract = plan.defaultPact || plan.checks.some((check) => check !== 'pact')
  const isPage = status >= 500 || GATEWAY_ANSWERS.has(status) || isHtml(answer.response)
  if (!(isContract ? isPage : GATEWAY_STATUSES.has(status))) return
  const others = [await list(), await list({}, '/no-such-path')]
  if (others.some((other) => statusOf(other) !== status)) return
  const what = `every request returns ${status}, which suggests that a gateway or a web page is responding instead`
  throw new ToolError(`Cannot verify ${baseUrl}: ${what}. Is the provider running?`, 3)
}

/** Waits until the provider responds, and until no gateway responds in its place; earlier responses are ignored. */
async function waitFor({ baseUrl, waitForMs, route }: RunPlan): Promise<void> {
  const endsAtMs = performance.now() + waitForMs
  while (performance.now() < endsAtMs) {
    const request = { method, headers: {}, timeoutMs: endsAtMs - performance.now(), route }
    const asked = await fetchText(baseUrl + path, request).catch(() => undefined)
    if (asked !== undefined && !GATEWAY_STATUSES.has(asked.status)) return
    await pause(250)
  }
}

function statusOf(answer: Answer): number | undefined {
  return answer instanceof NoAnswerError ? undefined : answer.response.status
}

function isHtml({ headers }: Pick<ProviderResponse, 'headers'>): boolean {
  return /^text\/html\b/i.test(headers['content-type'] ?? '')
}

function hintIn({ status, headers }: ProviderResponse, baseUrl: string): string | undefined {
  const asked = `${method} ${baseUrl}${path} returns ${status}`
  const { location } = headers
  if (status === 401) return 'The provider rejected the API key with 401. Pass a valid key with --key.'
  if (status >= 300 && location !== undefined)
    return `${asked} and Location: ${location}. Redirects are not followed; use the base URL that it redirects to.`
  if (status !== 404 && !isHtml({ headers })) return undefined
  if (/\/v\d+$/.test(baseUrl)) return `${asked}. Check that ${baseUrl} is the base URL of the API.`
  return `${asked}. The base URL does not end with /v1. Did you mean ${baseUrl}/v1?`
}
