import * as spec from '../spec/index.js'
import type { Interval } from './order-life.js'
import { hasQuery, type ParsedExchange } from './parse-exchange.js'
import { idOf } from './rules/orders.js'

/** What a provider was seen to do at one point that the specification leaves open. */
export interface Habit {
  readonly freedom: spec.FreedomName
  /** The section of the specification that leaves it open, by its title. */
  readonly section: string
  /** The most frequent way, if it is a choice in `contracts/freedoms.yaml`. */
  readonly choice?: string
  readonly seen: Readonly<Record<string, number>>
}

const OTHER = 'another form'
/** Longer lists show nothing that shorter ones do not, and take time. */
const MAX_LISTED = 5_000
const [MAX_STORES, MAX_CANCELLED, MAX_KNOWN] = [50, 100, 100_000]
const ORDER_MEMBERS = ['id', 'petId', 'quantity', 'shipDate', 'complete']
const ERROR_MEMBERS = ['code', 'message', 'status']
const CODES = { own: /^[a-z]+(?:_[a-z]+)*$/, 'upper-case': /^[A-Z]+(?:_[A-Z]+)*$/, digits: /^\d+$/ }

/** Learns from exchanges which choices a provider makes. A missing field shows nothing: it may never have been given. */
export class Habits {
  #seen = new Map<spec.FreedomName, Map<string, number>>()
  readonly #stores = new Map<string, Habits>()
  /** When the 204 of each cancelled order had come. */
  readonly #cancelled = new Map<bigint, number>()
  /** The number of the list since which each order of the last list has been listed: an id can be used again. */
  #firstListed: ReadonlyMap<bigint, number> = new Map()
  #lists = 0
  #lastList: readonly bigint[] = []
  #petsOfOrders: ReadonlySet<string> = new Set()
  readonly #petsOfStates = new Set<string>()
  /** By the set of fields. */
  #sequences = new Map<string, string>()

  /** The part that learns from one of several stores, each with orders of its own; the least recently used are dropped. */
  of(store: string): Habits {
    const part = this.#stores.get(store) ?? new Habits()
    ;[part.#seen, part.#sequences] = [this.#seen, this.#sequences]
    this.#stores.delete(store)
    for (const first of this.#stores.keys()) if (this.#stores.size >= MAX_STORES) this.#stores.delete(first)
    this.#stores.set(store, part)
    return part
  }

  /** The orders were changed by other means, such as a provider state, which returned these values. */
  startAnew(values: Readonly<Record<string, unknown>> = {}): void {
    for (const part of this.#stores.values()) part.startAnew(values)
    const made = spec.toInt64(values['orderId'])
    this.#firstListed = new Map([...this.#firstListed].filter(([id]) => id !== made))
    this.#lastList = this.#lastList.filter((id) => id !== made)
    this.#cancelled.clear()
    this.#petsOfOrders = new Set()
    this.#petsOfStates.add(String(values['petId']))
  }

  take(parsed: ParsedExchange, seen: Interval): void {
    const { operation, status, body } = parsed
    const json = 'json' in body ? body.json : undefined
    this.#learnHeaders(parsed)
    if (parsed.exchange.response.body !== '') this.#learnForm(parsed, json)
    if (isError(json)) this.#learnError(json)
    if (operation.operationId === 'cancelOrder') return this.#learnCancel(parsed, seen)
    if (operation.operationId === 'getPet') return this.#learnPet(parsed, json)
    const isWhole = status === 200 && Array.isArray(json) && !hasQuery(parsed)
    if (isWhole && json.length <= MAX_LISTED) this.#learnList(json.filter(spec.isObject), seen.startMs)
  }

  /** What was seen, in the sequence of the table. */
  list(): Habit[] {
    return spec.freedoms.flatMap(({ name: freedom, choices }) => {
      const seen = [...(this.#seen.get(freedom) ?? [])].toSorted(([, one], [, other]) => other - one)
      const choice = choices.find(({ name }) => name === seen[0]?.[0])?.name
      const { section } = spec.openPoints[freedom]
      const habit = { freedom, section, ...(choice !== undefined && { choice }), seen: Object.fromEntries(seen) }
      return seen.length === 0 ? [] : [habit]
    })
  }

  #note(name: spec.FreedomName, way: string): void {
    const ways = this.#seen.get(name) ?? new Map<string, number>()
    this.#seen.set(name, ways.set(way, (ways.get(way) ?? 0) + 1))
  }

  #learnHeaders({ operation, status, exchange: { response } }: ParsedExchange): void {
    const { headers } = response
    const given = (name: string): string => (name in headers ? 'given' : 'none')
    if (status === 401) this.#note('challenge', given('www-authenticate'))
    if ('access-control-allow-origin' in headers) this.#note('exposed-headers', given('access-control-expose-headers'))
    if (operation.deprecated === undefined || status !== 200) return
    const { deprecation = '', link = '' } = headers
    if ('deprecation' in headers) this.#note('deprecation', /^@-?\d/.test(deprecation) ? 'rfc9745' : OTHER)
    else this.#note('deprecation', 'none')
    this.#note('deprecation-link', /rel="?(?:deprecation|sunset)/i.test(link) ? 'given' : 'none')
  }

  #learnForm({ exchange: { request, response } }: ParsedExchange, json: spec.Json | undefined): void {
    const { headers, body } = response
    if (/chunked/i.test(headers['transfer-encoding'] ?? '')) this.#note('framing', 'chunked')
    else if ('content-length' in headers) this.#note('framing', 'length')
    const accepted = Object.entries(request.headers).find(([name]) => /^accept-encoding$/i.test(name))
    const coding = (headers['content-encoding'] ?? 'none').toLowerCase()
    if (accepted?.[1].includes('gzip')) this.#note('compression', /^(?:gzip|none)$/.test(coding) ? coding : OTHER)
    if (typeof json !== 'object' || json === null || Object.keys(json).length === 0) return
    this.#note('json', body.trim().includes('\n') ? 'indented' : 'compact')
    const [, parameters] = /^application\/json\s*(;.*)?$/i.exec(headers['content-type'] ?? '') ?? [undefined, 'other']
    if (parameters === 'other') this.#note('content-type', OTHER)
    else this.#note('content-type', /charset=/i.test(parameters ?? '') ? 'charset' : 'plain')
  }

  #learnError(error: spec.JsonObject): void {
    const { code, message } = error
    const form = Object.entries(CODES).find(([, pattern]) => typeof code === 'string' && pattern.test(code))
    this.#note('error-code', form?.[0] ?? OTHER)
    const isForeign = typeof message === 'string' && /(?![A-Za-z])\p{L}/u.test(message)
    this.#note('error-message', isForeign ? 'other-language' : 'english')
    this.#learnMembers([error], ERROR_MEMBERS)
  }

  #learnMembers(objects: readonly spec.JsonObject[], specified: readonly string[]): void {
    const all = objects.map((object) => Object.keys(object))
    const isFurther = all.some((names) => names.some((name) => !specified.includes(name)))
    // Errors are many: one without additional fields says nothing about orders.
    if (isFurther || specified === ORDER_MEMBERS) this.#note('further-members', isFurther ? 'some' : 'none')
    const isFixed = all.flatMap((names) => {
      const [sequence, set] = [names.join(), names.toSorted().join()]
      const first = this.#sequences.get(set)
      if (first === undefined && this.#sequences.size < MAX_KNOWN) this.#sequences.set(set, sequence)
      return first === undefined || names.length < 2 ? [] : [first === sequence]
    })
    if (isFixed.length > 0) this.#note('member-order', isFixed.every(Boolean) ? 'fixed' : 'shuffled')
  }

  #learnCancel({ id, status, body, exchange }: ParsedExchange, { startMs, endMs }: Interval): void {
    if (status === 401) return
    if (id === undefined) return this.#note('bad-order-id', String(status))
    if ((this.#cancelled.get(id) ?? Infinity) < startMs) return this.#note('second-cancel', String(status))
    if (status === 204 && this.#cancelled.size < MAX_CANCELLED) this.#cancelled.set(id, endMs)
    if (status !== 409 || exchange.response.isBodyUnknown === true) return
    if (exchange.response.body === '') this.#note('conflict-body', 'none')
    else if ('json' in body) this.#note('conflict-body', isError(body.json) ? 'error' : OTHER)
    else this.#note('conflict-body', 'text')
  }

  #learnPet({ id, status }: ParsedExchange, json: spec.Json | undefined): void {
    if (status === 200 && spec.isObject(json)) this.#note('pet', Object.keys(json).length === 0 ? 'bare' : 'given')
    const pet = String(id)
    if (!this.#petsOfOrders.has(pet) || this.#petsOfStates.has(pet)) return
    if (status === 200 || status === 404) this.#note('pet-of-order', status === 200 ? 'given' : '404')
  }

  #learnList(orders: readonly spec.JsonObject[], startMs: number): void {
    if (orders.length > 0) this.#learnMembers(orders, ORDER_MEMBERS)
    for (const { shipDate } of orders) if (typeof shipDate === 'string') this.#note('ship-date', formOf(shipDate))
    this.#petsOfOrders = new Set(orders.map(({ petId }) => spec.stringifyJson(petId)))
    const ids = orders.flatMap((order) => idOf(order) ?? [])
    this.#learnSequence(ids)
    const shown = new Set(ids)
    for (const [id, endMs] of this.#cancelled)
      if (endMs < startMs) this.#note('cancelled-orders', shown.has(id) ? 'listed' : 'gone')
  }

  /** Orders that a later list shows for the first time were placed later. */
  #learnSequence(ids: readonly bigint[]): void {
    this.#lists += 1
    this.#firstListed = new Map(ids.map((id) => [id, this.#firstListed.get(id) ?? this.#lists]))
    const [before, now] = [new Set(this.#lastList), new Set(ids)]
    const kept = this.#lastList.filter((id) => now.has(id))
    this.#lastList = ids
    const isMixed = ids.filter((id) => before.has(id)).some((id, index) => id !== kept[index])
    if (isMixed) return this.#note('list-order', 'shuffled')
    const ranks = ids.map((id) => this.#firstListed.get(id) ?? 0)
    if (new Set(ranks).size < 2) return
    if (isRising(ranks)) this.#note('list-order', 'placed')
    else this.#note('list-order', isRising(ranks.toReversed()) ? 'newest-first' : OTHER)
  }
}

function isError(json: spec.Json | undefined): json is { [member: string]: spec.Json } {
  return spec.isObject(json) && ERROR_MEMBERS.every((name) => name in json)
}

function isRising(ranks: readonly number[]): boolean {
  return ranks.every((rank, index) => rank >= (ranks[index - 1] ?? rank))
}

function formOf(shipDate: string): string {
  const [, fraction, offset] = /T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.exec(shipDate) ?? []
  if (offset === 'Z') return fraction === undefined ? 'utc' : 'fraction'
  return offset === undefined || fraction !== undefined ? OTHER : 'offset'
}

/** The ways in which something was seen, the most frequent one first: `409 (12), 404 (1)`. */
export function tellWays({ seen }: Habit, words: Readonly<Record<string, string>> = {}): string {
  const ways = Object.entries(seen).toSorted(([, one], [, other]) => other - one)
  return ways.map(([way, count]) => `${words[way] ?? way} (${count})`).join(', ')
}
