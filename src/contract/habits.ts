import { type FreedomName, freedoms, isObject, type Json, openPoints, readDateTime } from '../spec/index.js'
import { hasQuery, type ParsedExchange } from './parse-exchange.js'
import { idOf } from './rules/orders.js'

/** What a provider was seen to do at one point that the specification leaves open. */
export interface Habit {
  readonly freedom: FreedomName
  /** The section of the specification that leaves it open, by its title. */
  readonly section: string
  /** The most frequent of its ways, if it is a choice in `contracts/freedoms.yaml`. */
  readonly choice?: string
  /** How often each way was seen, the most frequent one first. */
  readonly seen: Readonly<Record<string, number>>
}

/** When a request began, and when its response ended, by one clock or count. */
interface Span {
  readonly begun: number
  readonly ended: number
}

const OTHER = 'another form'
const MAX_KNOWN = 100_000
const ORDER_MEMBERS = ['id', 'petId', 'quantity', 'shipDate', 'complete']
const ERROR_MEMBERS = ['code', 'message', 'status']

/** Learns from exchanges, as they end, which choices a provider makes. Fields that are missing show nothing: none was promised. */
export class Habits {
  readonly #seen = new Map<FreedomName, Map<string, number>>()
  /** When the 204 of each cancelled order had come. */
  readonly #cancelled = new Map<bigint, number>()
  /** The number of the first list that showed each order. */
  readonly #firstListed = new Map<bigint, number>()
  /** Those of the latest list. */
  #petsOfOrders: ReadonlySet<string> = new Set()
  readonly #petsOfStates = new Set<string>()
  /** The first sequence of each set of fields. */
  readonly #sequences = new Map<string, string>()
  #lists = 0
  #lastList: readonly bigint[] = []

  /** The orders were changed by other means, such as a provider state, which returned these values. */
  startAnew(values: Readonly<Record<string, unknown>> = {}): void {
    this.#cancelled.clear()
    this.#petsOfOrders = new Set()
    const made = String(values['orderId'])
    for (const id of this.#firstListed.keys()) if (String(id) === made) this.#firstListed.delete(id)
    this.#lastList = this.#lastList.filter((id) => String(id) !== made)
    this.#petsOfStates.add(String(values['petId']))
  }

  take(parsed: ParsedExchange, span: Span): void {
    const { operation, status, body, exchange } = parsed
    if (exchange.response.isBodyUnknown !== true) this.#learnForm(parsed)
    this.#learnHeaders(parsed)
    const json = 'json' in body ? body.json : undefined
    if (status >= 400 && isObject(json) && ERROR_MEMBERS.every((name) => name in json)) this.#learnError(json)
    if (operation.operationId === 'cancelOrder') this.#learnCancel(parsed, span)
    else if (operation.operationId === 'getPet') this.#learnPet(parsed, json)
    else if (status === 200 && Array.isArray(json) && !hasQuery(parsed)) this.#learnList(json, span)
  }

  /** What was seen, in the sequence of the table; what was not seen is left out. */
  list(): Habit[] {
    return freedoms.flatMap(({ name, choices }) => {
      const seen = [...(this.#seen.get(name) ?? [])].toSorted(([, one], [, other]) => other - one)
      const [[first] = ['']] = seen
      const isChoice = choices.some((choice) => choice.name === first)
      const { section } = openPoints[name]
      const habit = { freedom: name, section, ...(isChoice && { choice: first }), seen: Object.fromEntries(seen) }
      return seen.length === 0 ? [] : [habit]
    })
  }

  #note(name: FreedomName, way: string, count = 1): void {
    const ways = this.#seen.get(name) ?? new Map<string, number>()
    this.#seen.set(name, ways.set(way, (ways.get(way) ?? 0) + count))
  }

  #learnHeaders({ operation, status, exchange: { response } }: ParsedExchange): void {
    const { headers } = response
    const given = (name: string): string => (name in headers ? 'given' : 'none')
    if (status === 401) this.#note('challenge', given('www-authenticate'))
    if ('access-control-allow-origin' in headers) this.#note('exposed-headers', given('access-control-expose-headers'))
    if (operation.deprecated === undefined || status !== 200) return
    const { deprecation, link = '' } = headers
    const form = /^@-?\d+/.test(deprecation ?? '') ? 'rfc9745' : OTHER
    this.#note('deprecation', deprecation === undefined ? 'none' : form)
    this.#note('deprecation-link', /rel="?(?:deprecation|sunset)/i.test(link) ? 'given' : 'none')
  }

  /** Learns the form of a body, and how it was sent. */
  #learnForm({ body, exchange: { request, response } }: ParsedExchange): void {
    const { headers, body: text } = response
    if (text === '') return
    if (/chunked/i.test(headers['transfer-encoding'] ?? '')) this.#note('framing', 'chunked')
    else if ('content-length' in headers) this.#note('framing', 'length')
    const accepts = Object.entries(request.headers).some(
      ([name, value]) => /^accept-encoding$/i.test(name) && /gzip/.test(value),
    )
    if (accepts) this.#note('compression', headers['content-encoding'] ?? 'none')
    if (!('json' in body) || typeof body.json !== 'object' || Object.keys(body.json ?? {}).length === 0) return
    this.#note('json', text.trim().includes('\n') ? 'indented' : 'compact')
    const [type = '', ...parameters] = (headers['content-type'] ?? '').split(';')
    const isCharset = parameters.some((each) => /^\s*charset=/i.test(each))
    if (type.trim().toLowerCase() === 'application/json') this.#note('content-type', isCharset ? 'charset' : 'plain')
    else this.#note('content-type', OTHER)
  }

  #learnError(error: { readonly [member: string]: Json }): void {
    const code = String(error['code'])
    const forms = { own: /^[a-z]+(?:_[a-z]+)*$/, 'upper-case': /^[A-Z]+(?:_[A-Z]+)*$/, digits: /^\d+$/ }
    this.#note('error-code', Object.entries(forms).find(([, form]) => form.test(code))?.[0] ?? OTHER)
    this.#note('error-message', /(?![A-Za-z])\p{L}/u.test(String(error['message'])) ? 'other-language' : 'english')
    this.#learnMembers([error], ERROR_MEMBERS)
  }

  #learnMembers(objects: readonly { readonly [member: string]: Json }[], specified: readonly string[]): void {
    if (objects.length === 0) return
    const isFurther = objects.some((object) => Object.keys(object).some((name) => !specified.includes(name)))
    this.#note('further-members', isFurther ? 'some' : 'none')
    const compared = objects.flatMap((object) => {
      const sequence = Object.keys(object).join()
      const members = Object.keys(object).toSorted().join()
      const first = this.#sequences.get(members)
      if (first === undefined && this.#sequences.size < MAX_KNOWN) this.#sequences.set(members, sequence)
      return first === undefined || !members.includes(',') ? [] : [first === sequence]
    })
    if (compared.length > 0) this.#note('member-order', compared.every(Boolean) ? 'fixed' : 'shuffled')
  }

  #learnCancel({ id, status, body, exchange: { response } }: ParsedExchange, { begun, ended }: Span): void {
    if (status === 401) return
    if (id === undefined) return this.#note('bad-order-id', String(status))
    const cancelledAt = this.#cancelled.get(id)
    if (cancelledAt !== undefined && cancelledAt < begun) this.#note('second-cancel', String(status))
    if (status === 204 && this.#cancelled.size < MAX_KNOWN) this.#cancelled.set(id, ended)
    if (status !== 409 || response.isBodyUnknown === true) return
    const json = 'json' in body ? body.json : undefined
    const isError = isObject(json) && ERROR_MEMBERS.every((name) => name in json)
    if (response.body === '') this.#note('conflict-body', 'none')
    else if (json === undefined) this.#note('conflict-body', 'text')
    else this.#note('conflict-body', isError ? 'error' : OTHER)
  }

  #learnPet({ id, status }: ParsedExchange, json: Json | undefined): void {
    if (status === 200 && isObject(json)) this.#note('pet', Object.keys(json).length === 0 ? 'bare' : 'given')
    const isOfOrder = this.#petsOfOrders.has(String(id)) && !this.#petsOfStates.has(String(id))
    if (isOfOrder && (status === 200 || status === 404)) this.#note('pet-of-order', status === 200 ? 'given' : '404')
  }

  #learnList(list: readonly Json[], { begun }: Span): void {
    const orders = list.filter(isObject)
    const ids = orders.flatMap((order) => idOf(order) ?? [])
    this.#petsOfOrders = new Set(orders.map(({ petId }) => String(petId)))
    this.#learnMembers(orders, ORDER_MEMBERS)
    for (const { shipDate } of orders) if (typeof shipDate === 'string') this.#note('ship-date', formOf(shipDate))
    this.#learnSequence(ids)
    const shown = new Set(ids)
    for (const [id, endedAt] of this.#cancelled)
      if (endedAt < begun) this.#note('cancelled-orders', shown.has(id) ? 'listed' : 'gone')
  }

  #learnSequence(ids: readonly bigint[]): void {
    if (this.#firstListed.size > MAX_KNOWN) this.#firstListed.clear()
    this.#lists += 1
    for (const id of ids) if (!this.#firstListed.has(id)) this.#firstListed.set(id, this.#lists)
    const [before, now] = [new Set(this.#lastList), new Set(ids)]
    const kept = this.#lastList.filter((id) => now.has(id))
    const isMixed = ids.filter((id) => before.has(id)).some((id, index) => id !== kept[index])
    this.#lastList = ids
    const ranks = ids.map((id) => this.#firstListed.get(id) ?? 0)
    if (isMixed) return this.#note('list-order', 'shuffled')
    if (new Set(ranks).size < 2) return
    const isIn = (step: 1 | -1) => ranks.every((rank, index) => step * (rank - (ranks[index - 1] ?? rank)) >= 0)
    const ways = { placed: isIn(1), 'newest-first': isIn(-1), [OTHER]: true }
    this.#note('list-order', Object.entries(ways).find(([, isSo]) => isSo)?.[0] ?? OTHER)
  }
}

function formOf(shipDate: string): string {
  const [, fraction, offset] = /T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.exec(shipDate) ?? []
  if (offset === undefined || readDateTime(shipDate) === undefined) return OTHER
  if (offset === 'Z') return fraction === undefined ? 'utc' : 'fraction'
  return fraction === undefined ? 'offset' : OTHER
}

/** How files of learned choices begin. */
export const LEARNED = { name: 'a file of learned choices', beginning: /^# Learned by orders-mock\b/ }

/** The text of a file of choices, for `serve --freedoms`; what cannot be chosen is a comment. */
export function learnedFile(habits: readonly Habit[], provider: string): string {
  const lines = habits.map(({ freedom, choice, seen }) => {
    const counts = Object.entries(seen).map(([way, count]) => `${way} (${count})`)
    return choice === undefined
      ? `# ${freedom}: ${counts.join(', ')}`
      : `${freedom}: ${choice} # seen: ${counts.join(', ')}`
  })
  const head = `# Learned by orders-mock from ${provider}: what it does where the specification leaves it open, and how often.`
  return `${head}\n${lines.join('\n')}\n`
}
