import {
  type AddressedRequest,
  type Answer,
  NoAnswerError,
  type OutgoingRequest,
  Sender,
  type SendOptions,
} from '../contract/index.js'
import { ToolError } from '../input/index.js'
import { operations } from '../spec/index.js'
import { Pacer } from './pacer.js'
import { RunLog } from './run-log.js'
import { certificateFor } from './script/curl.js'
import { openStates } from './states/open-states.js'
import type { ProviderStates } from './states/provider-states.js'
import type { RunPlan } from './verify-options.js'

/** The provider under verification. Its every exchange and state is logged, until it is closed. */
export type Provider = Awaited<ReturnType<typeof connectProvider>>

const LIST = { method: operations.listOrders.method, path: operations.listOrders.path, headers: {} }

// So many connections wait in the queue of any server.
const MAX_WAITING = 4

// Each time it is sent, a request that is never answered takes the whole timeout.
const MAX_SILENCES = 3

/**
 * Opens the way to a provider and its states. Nothing is sent yet, and nothing more once the signal is aborted.
 *
 * `send` waits for a 429 to pass, and does not log it. What is known of a request afterwards holds no secret. Where the
 * provider took it and then gave no HTTP answer, which is its fault, a `NoAnswerError` is returned.
 *
 * @throws {ToolError} exit code 2, if the states cannot be used
 */
export async function connectProvider(plan: RunPlan) {
  const { baseUrl, key, timeoutMs, secrets, signal, route } = plan
  const [log, pacer] = [new RunLog(), new Pacer(plan.rate, plan.maxWaitMs)]
  const sender = new Sender(timeoutMs, route, () => pacer.limit(MAX_WAITING))
  const states = await openStates(plan, pacer)
  const setUp: ProviderStates['setUp'] = async (name, params) => {
    throwIfStopped(signal)
    return log.noteState(await states.setUp(name, params))
  }
  /** How often in a row the same request with the same key was not answered in time. */
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
        return new NoAnswerError(masked, 'it was not sent again, as it was not answered several times in a row')
      const startedMs = performance.now()
      const answer = await pacer.send(async () => {
        throwIfStopped(signal)
        return log.noteExchange(masked, () => sender.send(addressed, options))
      })
      const isSilent = answer instanceof Error && performance.now() - startedMs >= timeoutMs
      // Of requests that were sent at once, one counts.
      silences.set(subject, isSilent ? before + 1 : 0)
      return answer
    },
    /** Finds out whether its connections are kept. Whatever is wrong here shows in a check, too. */
    chooseConnections: () => sender.connections.measure(() => sender.send(addressedTo(plan, LIST)).catch(() => {})),
    close: () => sender.close(),
  }
}

function addressedTo({ baseUrl, headers, route }: RunPlan, request: OutgoingRequest): AddressedRequest {
  const names = new Set(Object.keys(request.headers).map((name) => name.toLowerCase()))
  const others = Object.entries(headers).filter(([name]) => !names.has(name.toLowerCase()))
  return {
    ...request,
    headers: { ...Object.fromEntries(others), ...request.headers },
    url: baseUrl + request.path,
    ...certificateFor(baseUrl, route),
  }
}

/** @throws {ToolError} exit code 3, if the signal is aborted */
export function throwIfStopped({ aborted, reason }: AbortSignal): void {
  if (!aborted) return
  const isCrash = reason instanceof Error && reason.name !== 'AbortError'
  const cause = isCrash ? `, because something crashed: ${reason.message}` : ''
  throw new ToolError(`The run was stopped before its end${typeof reason === 'string' ? ` by ${reason}` : cause}.`, 3)
}
