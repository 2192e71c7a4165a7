import { type Deviation, withHeaders } from '../small-provider.js'
import { allowed, type ConformingProvider, eachAnswer } from './conforming-provider.js'
import { setTimeout as delay } from 'node:timers/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'

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
