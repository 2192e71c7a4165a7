import { runAtOnce } from '../run-at-once.js'
import type { Order } from '../sandbox/order.js'
import { orderJson } from './order-json.js'

/** Longer texts outlive a collection of the young heap, which takes twice the time. */
const ORDERS_IN_A_PIECE = 250

/** Orders that stand one behind the other in a list, and their JSON with commas between. */
interface Piece {
  readonly orders: readonly Order[]
  readonly bytes: Uint8Array<ArrayBuffer>
}

const encoder = new TextEncoder()
const COMMA = ','.charCodeAt(0)

/**
 * The list of orders as `GET /store/orders` answers it. It is kept in pieces: where some orders differ, their pieces are
 * written anew, and the others are copied, which takes a tenth of the time.
 */
export class OrderList {
  readonly body: Uint8Array<ArrayBuffer>
  readonly #pieces: readonly Piece[]

  private constructor(pieces: readonly Piece[]) {
    this.body = join(pieces)
    this.#pieces = pointInto(this.body, pieces)
  }

  static of(orders: Iterable<Order>): OrderList {
    return runAtOnce(OrderList.inSteps(orders))
  }

  /** Writes a list with pauses in which others can be served. */
  static *inSteps(orders: Iterable<Order>): Generator<void, OrderList> {
    const pieces: Piece[] = []
    for (const piece of writePieces(orders)) {
      pieces.push(piece)
      yield
    }
    return new OrderList(pieces)
  }

  /** The body with orders of the list replaced, or left out where they are `undefined`, and others behind. */
  bodyWith(replaced: ReadonlyMap<string, Order | undefined>, added: Iterable<Order>): Uint8Array<ArrayBuffer> {
    const pieces = replaced.size === 0 ? this.#pieces : this.#pieces.flatMap((piece) => withReplaced(piece, replaced))
    return join([...pieces, ...writePieces(added)])
  }
}

function* writePieces(orders: Iterable<Order>): Generator<Piece> {
  let rest: Order[] = []
  for (const order of orders) {
    if (rest.push(order) < ORDERS_IN_A_PIECE) continue
    yield writePiece(rest)
    rest = []
  }
  if (rest.length > 0) yield writePiece(rest)
}

function writePiece(orders: readonly Order[]): Piece {
  return { orders, bytes: encoder.encode(orders.map(orderJson).join(',')) }
}

function withReplaced(piece: Piece, replaced: ReadonlyMap<string, Order | undefined>): Piece | Piece[] {
  if (!piece.orders.some(({ id }) => replaced.has(id))) return piece
  const orders = piece.orders.flatMap((order) => (replaced.has(order.id) ? (replaced.get(order.id) ?? []) : order))
  return orders.length === 0 ? [] : writePiece(orders)
}

function join(pieces: readonly Piece[]): Uint8Array<ArrayBuffer> {
  const commas = Math.max(0, pieces.length - 1)
  const body = new Uint8Array(2 + commas + pieces.reduce((sum, { bytes }) => sum + bytes.length, 0))
  let end = 0
  for (const { bytes } of pieces) {
    body[end] = COMMA
    body.set(bytes, end + 1)
    end += 1 + bytes.length
  }
  body[0] = '['.charCodeAt(0)
  body[body.length - 1] = ']'.charCodeAt(0)
  return body
}

/** The same pieces as parts of the body that they were joined to, so that their bytes are not there twice. */
function pointInto(body: Uint8Array<ArrayBuffer>, pieces: readonly Piece[]): Piece[] {
  let end = 0
  return pieces.map(({ orders, bytes }) => {
    const start = end + 1
    end = start + bytes.length
    return { orders, bytes: body.subarray(start, end) }
  })
}
