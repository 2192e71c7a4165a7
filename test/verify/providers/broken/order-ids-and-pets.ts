import { cancelIfPending, eachAnswer, failing, type IsMeant, where } from '../deviations.js'
import { type Answer, type Behaviour, type Deviation, isInt64, NO_CONTENT, withHeaders } from '../small-provider.js'
import { breaking, type BrokenProvider } from './broken-provider.js'

/** Providers that misread the id in the path, or do not refuse unknown ones as they should. */
export const orderIds: BrokenProvider[] = [
  ...breaking('Cancel an order: orderId is an integer of format int64.', 'pact', {
    'rounds the id in the path to a double': finding((order, id) => order === BigInt(Number(id))),
  }),
  ...breaking('Cancel an order: orderId is an integer of format int64; 404 where the order is not found.', 'model', {
    'takes an order whose id has the same hash': (usual, store) => ({
      find: (id) =>
        usual.find(id) ?? (isInt64(id) ? store.orders.find((each) => (each.id - BigInt(id)) % 997n === 0n) : undefined),
    }),
    'places an order when an unknown one is cancelled': eachAnswer(
      'cancelOrder',
      (answer, { id }, { usual, store }) => {
        if (!usual.find(id) && isInt64(id)) store.add({ id: BigInt(id), quantity: 0, status: 'pending' })
        return answer
      },
    ),
    'wraps ids beyond int64 around': (usual) => ({
      find: (id) => usual.find(/^-?\d{1,30}$/.test(id) ? String(BigInt.asIntN(64, BigInt(id))) : id),
    }),
    'takes a place in the list, from 1, for an id': (usual, store) => ({
      find: (id) => usual.find(id) ?? (isInt64(id) ? store.orders[Number(id) - 1] : undefined),
    }),
    'compares the last 32 bits of ids': finding((order, id) => BigInt.asUintN(32, order) === BigInt.asUintN(32, id)),
    'ignores the sign of an id': finding((order, id) => order === (id < 0n ? -id : id)),
    'takes what stands before a number sign for an id': (usual) => ({
      find: (id) => usual.find(id.split('%23')[0] ?? id),
    }),
    'takes one line of several for an id': (usual) => ({ find: (id) => usual.find(id.split('%0A')[0] ?? id) }),
    'takes the last of several ids': (usual) => ({ find: (id) => usual.find(id.split(',').at(-1) ?? id) }),
    'puts the id into a text in a query in SQL': (usual) => ({
      find: (id) => usual.find(/^(.*?)'\s*AND\s*'(.*)'='\2$/.exec(decodeURIComponent(id))?.[1] ?? id),
    }),
    'takes leading digits for an id': (usual) => ({ find: (id) => usual.find(/^-?\d+/.exec(id)?.[0] ?? id) }),
    'fails on ids that an unsigned integer of 32 bits holds, and a signed one does not': cancelFailing(
      500,
      'out_of_range',
      ({ id }) => /^\d{10}$/.test(id) && Number(id) >= 2 ** 31 && Number(id) < 2 ** 32,
    ),
    'finds no order that is alone in the store': (usual, store) => ({
      find: (id) => (store.orders.length > 1 ? usual.find(id) : undefined),
    }),
    'answers 500 to a cancel in an empty store': cancelFailing(500, 'no_rows', (_, { store }) => !store.orders.length),
    'takes ids for positive, and answers 400 to others': cancelFailing(400, 'negative', ({ id }) => id.startsWith('-')),
    'fails on the largest int64': cancelFailing(500, 'out_of_range', ({ id }) => id === String(2n ** 63n - 1n)),
  }),
  ...breaking('Errors: 404 where the order is not found.', 'pact', {
    'answers 204 for unknown orders': unknownAs(() => NO_CONTENT),
    'fails on unknown orders': unknownAs((usual) => usual.error(500, 'null_pointer')),
    'hangs up on unknown orders': (usual) => ({
      cancelOrder: (call) => (usual.find(call.id) ? usual.cancelOrder(call) : { status: 0, headers: {} }),
      send: (response, answer) =>
        answer.status === 0 ? void response.socket?.destroy() : usual.send(response, answer),
    }),
  }),
  ...breaking('Errors: error responses use the Error object; its status is the HTTP status.', 'openapi', {
    'answers 404 with a page': unknownAs((usual) => ({
      ...withHeaders(usual.error(404, 'no'), { 'content-type': 'text/html' }),
      body: '<h1>404</h1>',
    })),
    'answers 404 with null as the message': unknownAsJson({ code: 'no', message: null, status: 404 }),
    'answers 404 with the status 400 in its body': unknownAsJson({ code: 'no', message: 'No.', status: 400 }),
  }),
]

/** Providers that do not announce properly that reading a pet is deprecated, or do not only read it. */
export const pets: BrokenProvider[] = [
  ...breaking('Versioning: GET /pets/{petId} is deprecated and has a sunset date.', 'pact', {
    'shows pets without a sunset': petWith(() => ({ sunset: [] })),
    'fails on pets': (usual) => ({ getPet: () => usual.error(500, 'oops') }),
  }),
  ...breaking('Versioning: the sunset date; an HTTP date, as RFC 8594 defines it.', 'openapi', {
    'shows pets with an ISO date as the sunset': petWith(() => ({ sunset: '2027-06-30' })),
    'shows pets with a sunset on the wrong day of the week': petWith(() => ({ sunset: WRONG_DAY })),
  }),
  ...breaking('Versioning: a Deprecation header is a structured date (RFC 9745).', 'openapi', {
    'shows pets with bare seconds as the Deprecation': petWith(() => ({ deprecation: '1767225600' })),
  }),
  ...breaking('What the service does: the service is an HTTP/JSON API.', 'openapi', {
    'shows pets in broken JSON': eachAnswer('getPet', (pet) => ({ ...pet, body: "{name: 'Rex'}" })),
  }),
  ...breaking('Versioning: GET /pets/{petId} has one sunset date, and reads (RFC 9110, section 9.2.1).', 'model', {
    'reckons the sunset of pets from the present': petWith(() => ({
      sunset: new Date(Date.now() + 30 * 86_400_000).toUTCString(),
    })),
    'cancels pending orders when a pet is read': eachAnswer('getPet', (pet, _, { store }) => {
      store.orders.forEach(cancelIfPending)
      return pet
    }),
  }),
]

const WRONG_DAY = 'Mon, 30 Jun 2027 00:00:00 GMT'

function finding(isFound: (order: bigint, id: bigint) => boolean): Deviation {
  return (_, store) => ({
    find: (id) => (isInt64(id) ? store.orders.find((order) => isFound(order.id, BigInt(id))) : undefined),
  })
}

function cancelFailing(status: number, code: string, isMeant: IsMeant): Deviation {
  return failing('cancelOrder', status, code, isMeant)
}

function unknownAs(answer: (usual: Behaviour) => Answer): Deviation {
  return where('cancelOrder', ({ id }, { usual }) => !usual.find(id), answer)
}

function unknownAsJson(value: object): Deviation {
  return unknownAs((usual) => usual.json(404, value))
}

function petWith(headers: () => Answer['headers']): Deviation {
  return eachAnswer('getPet', (pet) => withHeaders(pet, headers()))
}
