import { type Json, type JsonObject, parseInt64, parseJson, stringifyJson } from '../../spec/index.js'
import { formatInstant, parseInstant } from '../instant.js'
import { keepsFields } from '../scenario/read-freedoms.js'
import { type Order, viewOrder } from '../scenario/order.js'
import type { OrderStore } from '../sandbox/order-store.js'
import type { Store } from '../sandbox/store.js'
import { type Look, objectWriter, shuffled } from './look.js'
import type { HandledRequest } from './handled-request.js'
import { type Answer, type ApiError, type Content, contentOf, ERROR_CODES } from '../operations/result.js'

type Written = Pick<Answer, 'status' | 'content'>

/** Writes the content of a response of the API itself in the form that a sandbox chooses. */
export function writeContent(
  { match }: HandledRequest,
  { status, content, error, orders }: Answer,
  { current }: Store,
  look: Look,
): Written {
  const id = match?.parameter ?? ''
  if (error !== undefined) return writeError(chosenError(error, id, look), look)
  if (content === undefined) return { status }
  const write = objectWriter(look)
  if (orders !== undefined)
    return {
      status,
      content: jsonOf(
        listed([...orders.all()], look).map((order) => write(fieldsOf(order, look))),
        look,
      ),
    }
  if (!current.orders.seed.pets.has(id) && look.shows('pet-of-order', '404'))
    return writeError(notFound('pet', id), look)
  const { body } = content
  const pet = parseJson(typeof body === 'string' ? body : new TextDecoder().decode(body)) as JsonObject
  return { status, content: jsonOf(look.shows('pet', 'bare') ? {} : write(pet), look) }
}

function notFound(what: 'order' | 'pet', id: string): ApiError {
  const message = `${what === 'pet' ? 'Pet' : 'Order'} ${id} not found. GET /store/orders lists all orders.`
  return { code: `${what}_not_found`, message, status: 404 }
}

function chosenError(error: ApiError, id: string, look: Look): ApiError {
  const { code, message } = error
  if (code === 'order_already_cancelled' && look.shows('second-cancel', '404')) return notFound('order', id)
  if (code !== 'order_not_found' || parseInt64(id) !== undefined) return error
  const status = ([400, 422] as const).find((each) => look.shows('bad-order-id', `${each}`))
  return status === undefined ? error : { code: 'invalid_order_id', message, status }
}

/** In another language than English, and with other letters than ASCII has; any other status has the last one. */
const MESSAGES: Readonly<Record<number, string>> = {
  401: 'APIキーがないか、正しくありません。',
  404: '見つかりませんでした。',
  409: 'この注文は取り消せません。',
}
const OTHER_MESSAGE = 'リクエストを処理できませんでした。'

function writeError({ code, message: english, status }: ApiError, look: Look): Written {
  const isConflict = status === 409
  if (isConflict && look.shows('conflict-body', 'none')) return { status, content: { body: '' } }
  const isTranslated = look.shows('error-message', 'other-language')
  const message = isTranslated ? (MESSAGES[status] ?? OTHER_MESSAGE) : english
  if (isConflict && look.shows('conflict-body', 'text'))
    return { status, content: contentOf(`${message}\n`, 'text/plain; charset=utf-8') }
  return { status, content: jsonOf(objectWriter(look)({ code: chosenCode(code, look), message, status }), look) }
}

function chosenCode(code: ApiError['code'], look: Look): string {
  if (look.shows('error-code', 'upper-case')) return code.toUpperCase()
  return look.shows('error-code', 'digits') ? String(1000 + ERROR_CODES.indexOf(code)) : code
}

function jsonOf(json: unknown, look: Look): Content {
  const text = stringifyJson(json, look.shows('json', 'indented') ? 2 : undefined)
  const isNamed = look.shows('content-type', 'charset')
  return contentOf(`${text}\n`, isNamed ? 'application/json; charset=utf-8' : 'application/json')
}

function listed(all: readonly Order[], look: Look): readonly Order[] {
  const others = all.filter(({ status }) => status !== 'cancelled')
  const orders = others.length < all.length && look.shows('cancelled-orders', 'gone') ? others : all
  if (orders.length < 2) return orders
  if (look.shows('list-order', 'newest-first')) return orders.toReversed()
  return look.shows('list-order', 'shuffled') ? shuffled(orders, look.chance('list-order')) : orders
}

const OPTIONAL = ['petId', 'quantity', 'shipDate', 'complete'] as const

function fieldsOf(order: Order, look: Look): JsonObject {
  const { id, petId, quantity, shipDate, complete } = viewOrder(order)
  const fields = { petId, quantity, shipDate: shipDate && chosenDate(shipDate, look), complete }
  const missing = missingIn(order.id, look)
  const shown = OPTIONAL.filter((name) => fields[name] !== undefined && !missing.includes(name))
  if (OPTIONAL.some((name) => fields[name] !== undefined && missing.includes(name)))
    look.shows('missing-members', 'some')
  return Object.fromEntries([['id', id as Json], ...shown.map((name): [string, Json] => [name, fields[name] ?? null])])
}

/** Depends on nothing but the order: a field that came and went would be a change of the order. */
function missingIn(orderId: string, look: Look): readonly string[] {
  if (keepsFields(look.freedoms, orderId)) return []
  const chance = look.chance('missing-members', `${orderId} fields`)
  return shuffled(OPTIONAL, chance).slice(0, 1 + Math.floor(chance.draw() * OPTIONAL.length))
}

const IN_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/
const AHEAD_MS = 2 * 3_600_000

/** The same instant in the chosen form; a date in another form than RFC 3339 in UTC stays as it was set. */
function chosenDate(text: string, look: Look): string {
  if (!IN_UTC.test(text)) return text
  if (!text.includes('.') && look.shows('ship-date', 'fraction')) return text.replace('Z', '.000Z')
  const isLast = text.startsWith('9999-12-31')
  if (isLast || !look.shows('ship-date', 'offset')) return text
  return formatInstant(parseInstant(text) + AHEAD_MS).replace('Z', '+02:00')
}

/** Creates the function that writes lists as `GET /store/orders` returns them, with a line break: each once, until an order in it changes. */
export function listWriter(): (orders: OrderStore) => Content {
  const written = new WeakMap<object, Content>()
  return (orders) => {
    const known = written.get(orders.listed)
    if (known !== undefined) return known
    const list = contentOf(`[${Array.from(orders.all(), orderJson).join(',')}]\n`)
    written.set(orders.listed, list)
    return list
  }
}

/** An order in a response: its five fields in the specification's order, without absent fields, never with its status. */
function orderJson({ id, petId, quantity, shipDate, complete }: Order): string {
  let json = `{"id":${id}`
  if (petId !== undefined) json += `,"petId":${petId}`
  if (quantity !== undefined) json += `,"quantity":${quantity}`
  if (shipDate !== undefined) json += `,"shipDate":${JSON.stringify(shipDate)}`
  if (complete !== undefined) json += `,"complete":${complete}`
  return `${json}}`
}
