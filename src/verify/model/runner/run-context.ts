import { setTimeout as pause } from 'node:timers/promises'
import { type Exchange, type SendOptions, statusOf, withoutBody } from '../../../contract/index.js'
import { inPieces } from '../../../node/index.js'
import { type Json, type OperationId, toInt64, type ProviderStateName } from '../../../spec/index.js'
import { NO_STATES_REASON } from '../../check.js'
import { requestFor } from '../../clients.js'
import type { Provider } from '../../provider.js'
import type { AnsweredCall, ResolvedCall } from '../oracle/answered-step.js'
import { changesOrder, hasRightKey } from '../sequences/calls.js'
import { type OrderList, readOrderList } from '../sequences/order-list.js'
import type { SendStep, SetUpStep } from '../sequences/step.js'
import { Memory } from './memory.js'

// A list must show the orders of these states. Each state follows each other one, because some clear away earlier orders.
const LASTING: readonly ProviderStateName[] = [
  'a shipped order',
  'an order with a large id',
  'a pending order',
  'an order with every field',
  'a pending order',
  'an order with a large id',
  'a shipped order',
]

// If states are used up, so many are left to rules that cannot do without.
const SPARE = 40
// One cancel request of this many goes out on a separate connection.
const ALONE_EACH = 3

/** Sets up states, sends requests, and remembers what they show of the provider. */
export class RunContext {
  readonly memory = new Memory()
  /** Until when other sequences run beside those that end last. */
  others = Promise.resolve()
  /** The time that a provider state took for each of the orders it was to create, at best. */
  readonly #costMs = new Map<ProviderStateName, number>()
  /** The time that a step that sends took, at best. */
  #sendMs = Number.MAX_VALUE
  #settingUp = 0
  #sending = 0
  /** When the latest request or state was answered, by `performance.now()`. */
  #answeredMs = 0
  readonly #cancels = new Map<string, number>()

  constructor(readonly provider: Provider) {}

  /** Whether the provider may be a live system: without states nothing is known about it. */
  get isLive(): boolean {
    return !this.provider.states.available
  }

  reasonFor(state: ProviderStateName): string | undefined {
    return this.isLive ? NO_STATES_REASON : this.memory.unavailable.get(state)
  }

  /** Whether there may be an order by now whose id is not known yet. */
  get isSettingUp(): boolean {
    return this.#settingUp > 0
  }

  /** @returns the values of the provider state, and the id of its order or pet; `undefined` if the provider does not offer it */
  async setUp({ state, params, worthMs }: Pick<SetUpStep, 'state' | 'params' | 'worthMs'>) {
    const { unavailable, takenIds, reusedIds } = this.memory
    if (this.isLive || unavailable.has(state)) return undefined
    const startedMs = performance.now()
    this.#settingUp++
    const result = await this.provider.states.setUp(state, params).finally(() => this.#settingUp--)
    this.#answeredMs = performance.now()
    const costMs = (performance.now() - startedMs) / countOf(params)
    // Others may have made it wait for its turn.
    if (this.#settingUp === 0) this.#costMs.set(state, Math.min(costMs, this.#costMs.get(state) ?? costMs))
    if (result.kind === 'skipped') {
      // One that no rule insists on may only ask for too many orders.
      if (worthMs === undefined) unavailable.set(state, result.reason)
      return undefined
    }
    const { orderId, petId }: { orderId?: unknown; petId?: unknown } = result.values
    const id = toInt64(orderId ?? petId)
    if (orderId !== undefined && id !== undefined) (takenIds.has(id) ? reusedIds : takenIds).add(id)
    return { values: result.values, id }
  }

  isWorthwhile({ worthMs = Infinity, ...step }: SetUpStep | SendStep): boolean {
    if (step.kind === 'send') return this.#sendMs <= worthMs
    const { state, params } = step
    const { left = () => Infinity } = this.provider.states
    if (worthMs < Infinity && left(state) <= SPARE) return false
    const costMs = this.#costMs.get(state) ?? Math.max(0, ...this.#costMs.values()) / countOf(params)
    return costMs * countOf(params) <= worthMs
  }

  /** Tries out whether states leave other orders in place, and return fresh ids. @returns whether they do both */
  async tryStates(): Promise<boolean> {
    const ids: bigint[] = []
    for (const state of LASTING) {
      const id = (await this.setUp({ state }))?.id
      if (id !== undefined) ids.push(id)
    }
    for (const state of ['a cancelled order', 'an unknown order id', 'a pet'] as const) await this.setUp({ state })
    const list = await this.readList()
    if (list !== undefined) await this.#trySpelling()
    this.memory.keepsOrders = list !== undefined && ids.every((id) => list.has(id))
    this.memory.isShared = this.memory.keepsOrders && !this.isLive && new Set(ids).size === ids.length
    return this.memory.isShared
  }

  async #trySpelling(): Promise<void> {
    if (statusOf(await this.ask('listOrders', undefined, { Authorization: `bearer ${this.provider.apiKey}` })) !== 401)
      return
    const message =
      'The scheme "bearer" in lower case is rejected, but it is case-insensitive (RFC 9110, section 11.1).'
    this.memory.notes.set('lower-case-scheme', message)
  }

  async empty(): Promise<void> {
    await this.setUp({ state: 'no orders' })
  }

  /** Sends calls concurrently, each this much later than the one before. */
  async send(
    calls: readonly ResolvedCall[],
    { staggerMs = 0, isFresh = false }: { readonly staggerMs?: number | undefined; readonly isFresh?: boolean } = {},
  ): Promise<AnsweredCall[]> {
    const isRace = staggerMs === 0 && calls.filter(({ call }) => hasRightKey(call)).length > 1
    const sendEach = async (call: ResolvedCall, index: number) => {
      if (staggerMs > 0 && index > 0) await pause(index * staggerMs)
      return this.#sendCall(call, { isRace, isFresh })
    }
    const startedMs = performance.now()
    this.#sending++
    const answers = await Promise.all(calls.map(sendEach)).finally(() => this.#sending--)
    this.#answeredMs = performance.now()
    this.#sendMs = Math.min(this.#sendMs, this.#answeredMs - startedMs)
    return answers
  }

  /** Waits until nothing was asked for so long: sequences side by side are silent together, however slow each of them is. */
  async silence(ms: number): Promise<void> {
    for (let leftMs = ms; leftMs > 0; leftMs = this.#quietSinceMs() + ms - performance.now()) await pause(leftMs)
  }

  #quietSinceMs(): number {
    return this.#sending + this.#settingUp > 0 ? performance.now() : this.#answeredMs
  }

  /** Sends a request that belongs to no sequence, by default with the valid key. */
  async ask(operation: OperationId, id?: bigint, headers = this.provider.withKey) {
    return this.provider.send(requestFor(operation, headers, id))
  }

  async readList(): Promise<OrderList | undefined> {
    const answer = await this.ask('listOrders')
    return answer instanceof Error ? undefined : readOrderList(answer.response.status, await this.#jsonOf(answer))
  }

  async #sendCall(call: ResolvedCall, { isRace, isFresh }: Required<SendOptions>): Promise<AnsweredCall> {
    const mayCancel = hasRightKey(call.call) && call.target?.order !== undefined && changesOrder(call.call)
    // Kept connections show what a server remembers of them; one of its own shows bytes after a 204.
    const isAlone = mayCancel && (isRace || this.#countCancel(call.request.client) % ALONE_EACH === 0)
    const startMs = performance.now()
    const answer = await this.provider.send(call.request, { isFresh: isFresh || isAlone, isRace })
    const sent = { ...call, startMs, endMs: performance.now() }
    if (answer instanceof Error) return { ...sent, status: undefined, answer }
    const { response } = answer
    const json = response.body === '' ? undefined : await this.#jsonOf(answer)
    this.memory.sawResponse(call, response, json)
    // The answers of a sequence are kept for long.
    return { ...sent, status: response.status, answer: withoutBody(answer), json }
  }

  #jsonOf({ response }: Exchange): Promise<Json | undefined> {
    return inPieces(this.provider.log.readJson(response.body)).catch(() => undefined)
  }

  /** @returns how many cancels of this client came before */
  #countCancel(client = ''): number {
    const count = this.#cancels.get(client) ?? 0
    this.#cancels.set(client, count + 1)
    return count
  }
}

const countOf = (params: SetUpStep['params']) => Number(params?.['count'] ?? 1)
