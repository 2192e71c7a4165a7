import {
  copyJson,
  isObject,
  type Json,
  type OperationId,
  operations,
  parseJson,
  pathOf,
  toDigits,
} from '../spec/index.js'
import { type IdLike, type IdType, type Order, type Pet, readOrder, readPet } from './order.js'
import { type ErrorObject, OrdersApiError } from './orders-api-error.js'

/** Where the service is and who calls it. */
export interface OrdersClientOptions<Ids extends IdType = IdType> {
  /** The base URL with its version prefix, such as `https://api.example.com/v1`. */
  readonly baseUrl: string
  /** If it is omitted, requests go without a key. */
  readonly apiKey?: string | undefined
  /**
   * How ids are returned: as `bigint` (the default), or as decimal `string`, which `JSON.stringify`, TanStack Query keys
   * and Redux take. Both keep every digit.
   */
  readonly ids?: Ids
  /** Instead of the global `fetch`: for a proxy, for retries, or for a mock in process. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
}

/** Options of a single call. */
export interface CallOptions {
  readonly signal?: AbortSignal
}

/**
 * A small client of the Store Orders Service. Ids keep every digit: they are taken as bigint, decimal string or safe
 * number, and returned as bigint, or as string if `ids` says so.
 * @example
 * const client = new OrdersClient({ baseUrl: 'http://127.0.0.1:4010/v1', apiKey: 'test-key' })
 * for (const order of await client.listOrders()) console.log(order.id)
 */
export class OrdersClient<Ids extends IdType = 'bigint'> {
  readonly #options: OrdersClientOptions<Ids>
  readonly #baseUrl: string

  /** @throws {TypeError} if `ids` is neither `bigint` nor `string`, or the base URL has no scheme */
  constructor(options: OrdersClientOptions<Ids>) {
    const { ids = 'bigint' } = options
    if (ids !== 'bigint' && ids !== 'string') {
      throw new TypeError(`ids is ${JSON.stringify(ids)}; an OrdersClient hands out ids as "bigint" or as "string".`)
    }
    const { baseUrl } = options
    if (!/^(?:https?:\/\/|[./]|$)/i.test(baseUrl)) {
      const meant = `https://${baseUrl.replace(/^[^/]*:\/\//, '')}`
      throw new TypeError(`The baseUrl "${baseUrl}" must begin with http:// or https://: "${meant}".`)
    }
    this.#options = options
    this.#baseUrl = baseUrl.replace(/\/+$/, '')
  }

  /** All orders placed in the store. */
  async listOrders(options?: CallOptions): Promise<Order<Ids>[]> {
    const answer = await this.#call('listOrders', pathOf(['store', 'orders']), options)
    const json = jsonOf(answer)
    const orders = Array.isArray(json) ? json.map(readOrder) : [undefined]
    if (orders.includes(undefined)) throw refusal(answer)
    return this.#handOut(orders as Order[]) as Order<Ids>[]
  }

  /** Cancels a pending order; a shipped order is rejected with 409, an unknown one with 404. */
  async cancelOrder(orderId: IdLike, options?: CallOptions): Promise<void> {
    await this.#call('cancelOrder', pathOf(['store', 'orders', toDigits(orderId)]), options)
  }

  /** Reads a pet. @deprecated by the service: the `Sunset` header of its responses says when it is switched off. */
  async getPet(petId: IdLike, options?: CallOptions): Promise<Pet<Ids>> {
    const answer = await this.#call('getPet', pathOf(['pets', toDigits(petId)]), options)
    const pet = readPet(jsonOf(answer))
    if (pet === undefined) throw refusal(answer)
    return this.#handOut(pet) as Pet<Ids>
  }

  #handOut(read: Order[] | Pet): unknown {
    if (this.#options.ids !== 'string') return read
    return copyJson(read as Json, (value) => (typeof value === 'bigint' ? value.toString() : value))
  }

  async #call(operation: OperationId, path: string, options: CallOptions = {}): Promise<TextResponse> {
    const { apiKey, fetch = (...request) => globalThis.fetch(...request) } = this.#options
    const headers = {
      accept: 'application/json',
      ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    }
    const init = { method: operations[operation].method, headers, ...options }
    const response = await fetch(this.#baseUrl + path, init)
    const answer = { operation, status: response.status, body: await response.text() }
    if (!response.ok) throw refusal(answer)
    return answer
  }
}

interface TextResponse {
  readonly operation: OperationId
  readonly status: number
  readonly body: string
}

function refusal(answer: TextResponse): OrdersApiError {
  const { operation, status, body } = answer
  return new OrdersApiError(operation, status, body, errorObject(jsonOf(answer)))
}

function jsonOf({ body }: TextResponse): Json | undefined {
  try {
    return parseJson(body)
  } catch {
    return undefined
  }
}

function errorObject(json: Json | undefined): ErrorObject | undefined {
  if (!isObject(json)) return undefined
  const { code, message, status } = json
  if (typeof code !== 'string' || typeof message !== 'string' || typeof status !== 'number') return undefined
  return { code, message, status }
}
