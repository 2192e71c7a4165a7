import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { cancelAs, eachAnswer, showing } from '../deviations.js'
import { SUNSET, type Answer, type Deviation, withHeaders } from '../small-provider.js'
import { allowed, type ConformingProvider } from './conforming-provider.js'

/** What answers look like beyond what the specification says of them. */
export const freeAnswers: ConformingProvider[] = [
  ...allowed('Cancel an order: the body of the 409 is not shown.', {
    'refuses shipped orders without a body': cancelAs('shipped', () => ({ status: 409, headers: {} })),
    'refuses shipped orders with a page': cancelAs('shipped', () => ({
      status: 409,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: '<p>Too late.</p>',
    })),
  }),
  ...allowed('Errors: the values of code are not shown, and other members than the three are not forbidden.', {
    'has messages in the language of the client': eachAnswer('answer', (answer, { request }) => {
      const isGerman = /^de\b/.test(request.headers['accept-language'] ?? '')
      if (!isGerman || answer.status < 400 || Buffer.isBuffer(answer.body)) return answer
      return { ...answer, body: answer.body?.replace('Refused', 'Unmöglich') ?? '' }
    }),
    'has other error codes': (usual) => ({
      error: (status) => usual.json(status, { code: `E-${status}.7 ü`, message: '', status }),
    }),
  }),
  ...allowed('Order: none of the fields is marked required, and others are not forbidden.', {
    'shows ids only where all members are known': (usual) => ({
      show: (order) => (order.shipDate === undefined ? {} : usual.show(order)),
    }),
    'shows additional members': showing(({ status }) => ({
      status,
      customer: { name: 'Zoë 🐕', address: null, ids: [1, 2.5, 2n ** 70n] },
      note: 'cut in two: \ud83d',
      ID: null,
    })),
    'shows a member that changes with every list': (usual, store) => {
      let lists = 0
      return showing(({ status }) => ({ status, seen: ++lists }))(usual, store)
    },
  }),
  ...allowed('Order: bounds of quantity are not shown; shipDate is any ISO 8601 date-time.', {
    'has ship dates in all spellings': (usual, store) => ({
      setUp: (state, params) => {
        if (state !== 'no orders') for (const shipDate of SHIP_DATES) store.add({ shipDate, status: 'pending' })
        return usual.setUp(state, params)
      },
    }),
  }),
  ...allowed('List orders: no order of the array is promised, nor how its JSON is laid out.', {
    'lists orders in another order each time': (usual) => {
      let turn = 0
      return { listed: () => [...usual.listed().slice(++turn % 7), ...usual.listed().slice(0, turn % 7)] }
    },
    'escapes the names of members': rewriting((json) =>
      json.replaceAll('"id":', String.raw`"\u0069d":`).replaceAll('"message":', String.raw`"mess\u0061ge":`),
    ),
    'spells integers in other ways, of any size': rewriting((json) =>
      json.replaceAll(/"(?:id|petId|status)":-?\d+/g, '$&.0').replaceAll(/(?<="quantity":)\d+/g, '1E+30'),
    ),
    'puts white space around its JSON': rewriting((json) => `\r\n\t ${json} \n\n`),
  }),
  ...allowed('Versioning: the fields of a pet and its sunset date are not shown.', {
    'shows pets as empty objects': eachPet((pet) => ({ ...pet, body: '{}' })),
    'sends no Deprecation with its Sunset': eachPet((pet) => withHeaders(pet, { deprecation: [] })),
    'sends the Deprecation of the first draft': eachPet((pet) => withHeaders(pet, { deprecation: 'true' })),
    'is past its sunset': eachPet((pet) =>
      withHeaders(pet, { sunset: 'Sat, 01 Jun 2024 00:00:00 GMT', deprecation: '@1704067200' }),
    ),
    'answers 410 for unknown pets': eachAnswer('getPet', (answer, _, { usual }) =>
      answer.status === 200 ? answer : withHeaders(usual.error(410, 'gone'), SUNSET),
    ),
  }),
  ...allowed('HTTP (RFC 9110): how a JSON body is labelled and carried is not shown.', {
    'names the charset': (usual) => ({
      json: (status, value) =>
        withHeaders(usual.json(status, value), { 'content-type': 'application/json; charset=utf-8' }),
    }),
    'sends its bodies in chunks, and a trailer': () => ({
      send: async (response, { status, headers, body = '' }) => {
        response.writeHead(status, { ...headers, ...(body.length > 0 && { trailer: 'x-parts' }) })
        if (body.length > 0) response.write(body.slice(0, 37))
        await delay(1)
        response.addTrailers({ 'x-parts': '2' })
        response.end(body.slice(37))
      },
    }),
    'sends gzip on request': eachAnswer('answer', (answer, { request }) => {
      if (request.headers['accept-encoding'] === undefined || answer.body === undefined) return answer
      return { ...withHeaders(answer, { 'content-encoding': 'gzip' }), body: gzipSync(answer.body) }
    }),
    'closes the connection after each answer': (usual) => ({
      send: (response, answer) => usual.send(response, withHeaders(answer, { connection: 'close' })),
    }),
    'ends its bodies by closing the connection': () => ({
      send: (response, { status, headers, body = '' }) => {
        const fields = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\r\n`)
        response.socket?.write(`HTTP/1.0 ${status} As you see\r\n${fields.join('')}\r\n`)
        response.socket?.end(body)
      },
    }),
    'sends early hints before its answers': (usual) => ({
      send: async (response, answer) => {
        await new Promise<void>((resolve) => response.writeEarlyHints({ link: '</style.css>; rel=preload' }, resolve))
        await usual.send(response, answer)
      },
    }),
  }),
]

const SHIP_DATES = [
  '2026-11-20T12:00:00+01:00',
  '2026-11-20T12:00:00.5-03:30',
  '2026-11-20T12:00:00.123456789Z',
  '2026-11-20T00:00:00-00:00',
  '20261120T1200+01',
  '2026-11-20T12:00:00,5',
  '2024-02-29T23:59:59+14:00',
  '2016-12-31T23:59:60Z',
  '1969-07-20T20:17:40Z',
  '9999-12-31T23:59:59.999Z',
]

function rewriting(rewrite: (json: string) => string): Deviation {
  return (usual) => ({
    json: (status, value) => {
      const answer = usual.json(status, value)
      return { ...answer, body: rewrite(String(answer.body)) }
    },
  })
}

function eachPet(change: (pet: Answer) => Answer): Deviation {
  return eachAnswer('getPet', (answer) => (answer.status === 200 ? change(answer) : answer))
}
