import { setTimeout as delay } from 'node:timers/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { exactJson } from '../exact-json.js'
import { SUNSET, type Answer, type Deviation, withHeaders } from '../small-provider.js'
import { allowed, eachAnswer, shippedAs, type ConformingProvider } from './conforming-provider.js'

/** Codes and further members of an Error are open, and so is the body of the 409. */
export const freeErrorBodies: ConformingProvider[] = [
  ...allowed('Cancel an order: the body of the 409 is not shown.', {
    'refuses shipped orders without a body': shippedAs(() => ({ status: 409, headers: { 'content-length': '0' } })),
    'refuses shipped orders with a page': shippedAs(() => text('text/html; charset=utf-8', '<p>Too late.</p>')),
  }),
  ...allowed('Errors: the values of code are not shown, and other members than the three are not forbidden.', {
    'has other error codes': (usual) => ({
      error: (status) => usual.json(status, { code: `E-${status}.7 ü`, message: '', status }),
    }),
  }),
]

function text(type: string, body: string): Answer {
  return { status: 409, headers: { 'content-type': type }, body }
}

/** The order of the list, the order of members and the layout of JSON mean nothing. */
export const freeJsonLayout: ConformingProvider[] = [
  ...allowed('List orders: no order of the array is promised, nor how its JSON is laid out.', {
    'lists orders in another order each time': (usual) => {
      let turn = 0
      return { listed: () => [...usual.listed().slice(++turn % 7), ...usual.listed().slice(0, turn % 7)] }
    },
    'escapes the names of members': rewriting((json) =>
      json.replaceAll('"id":', String.raw`"\u0069d":`).replaceAll('"message":', String.raw`"mess\u0061ge":`),
    ),
  }),
  ...allowed('HTTP/JSON API: how JSON is laid out, and the order of its members, mean nothing.', {
    'puts white space around its JSON': (usual) => ({
      json: (status, value) => {
        const answer = usual.json(status, value)
        return { ...answer, body: `\r\n\t ${String(answer.body)} \n\n` }
      },
    }),
    'shows a member that changes with every list': (usual) => {
      let lists = 0
      return { show: (order) => ({ ...(usual.show(order) as object), status: order.status, seen: ++lists }) }
    },
  }),
]

function rewriting(rewrite: (json: string) => string): Deviation {
  return (usual) => ({
    json: (status, value) => {
      const answer = usual.json(status, value)
      return { ...answer, body: rewrite(String(answer.body)) }
    },
  })
}

/** The members of a pet and its sunset date are open. */
export const freePets: ConformingProvider[] = [
  ...allowed('Versioning: the fields of a pet and its sunset date are not shown.', {
    'shows pets as empty objects': pet({}),
    'sends no Deprecation with its Sunset': headersOfPets({ deprecation: [] }),
    'sends the Deprecation of the first draft': headersOfPets({ deprecation: 'true' }),
    'is past its sunset': headersOfPets({ sunset: 'Sat, 01 Jun 2024 00:00:00 GMT', deprecation: '@1704067200' }),
    'answers 410 for unknown pets': (usual) => ({
      getPet: async (call) => {
        const answer = await usual.getPet(call)
        return answer.status === 200 ? answer : withHeaders(usual.error(410, 'gone'), SUNSET)
      },
    }),
  }),
]

function pet(value: object): Deviation {
  return (usual) => ({
    getPet: async (call) => {
      const answer = await usual.getPet(call)
      return answer.status === 200 ? { ...answer, body: exactJson(value) } : answer
    },
  })
}

function headersOfPets(headers: Answer['headers']): Deviation {
  return (usual) => ({ getPet: async (call) => withHeaders(await usual.getPet(call), headers) })
}

/** How HTTP carries an answer is open, and so is what precedes /v1. */
export const freeHttp: ConformingProvider[] = [
  ...allowed('HTTP (RFC 9110): how a JSON body is labelled and carried is not shown.', {
    'names the charset': labelled('application/json; charset=utf-8'),
    'names header fields in capitals': eachAnswer(({ headers, ...answer }) => ({
      ...answer,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
    })),
    'sends its bodies in small chunks': () => ({
      send: async (response, { status, headers, body }) => {
        response.writeHead(status, headers)
        for (const part of Buffer.from(body ?? '')
          .toString('latin1')
          .match(/[^]{1,37}/g)
          ?.slice(0, 9) ?? []) {
          response.write(Buffer.from(part, 'latin1'))
          await delay(1)
        }
        response.end(Buffer.from(body ?? '').subarray(9 * 37))
      },
    }),
    'sends gzip on request': compressed('gzip', gzipSync),
    'sends brotli on request': compressed('br', brotliCompressSync),
    'closes the connection after each answer': eachAnswer((answer) => withHeaders(answer, { connection: 'close' })),
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
    'sends a 204 with the length 0': eachAnswer((answer) =>
      answer.status === 204 ? withHeaders(answer, { 'content-length': '0' }) : answer,
    ),
  }),
  ...allowed('Base addresses: the address is given, and ends in /v1.', {
    'is served below a path like its own': { prefix: '/v1/pets/store/orders' },
  }),
]

function compressed(coding: string, compress: (bytes: Buffer) => Buffer): Deviation {
  return (usual) => ({
    answer: async (call) => {
      const answer = await usual.answer(call)
      const isAsked = call.request.headers['accept-encoding'] !== undefined
      if (!isAsked || answer.body === undefined) return answer
      return { ...withHeaders(answer, { 'content-encoding': coding }), body: compress(Buffer.from(answer.body)) }
    },
  })
}

function labelled(type: string): Deviation {
  return (usual) => ({ json: (status, value) => ({ ...usual.json(status, value), headers: { 'content-type': type } }) })
}
