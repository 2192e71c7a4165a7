import { setTimeout as delay } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { exactJson } from '../exact-json.js'
import { sendAnswer, SUNSET, withHeaders, type Answer, type Call, type Deviation } from '../small-provider.js'
import { allowed, eachAnswer, type ConformingProvider } from './conforming-provider.js'

/** Providers whose answers travel in an unusual way, or say more than they must. */
export const conformingAnswers: ConformingProvider[] = [
  ...allowed('Errors: the values of code are not shown, and other members than the three are not forbidden.', {
    'has other error codes': (usual) => ({
      error: (status) => usual.json(status, { code: `E-${status}.7 ü`, message: '', status }),
    }),
    'has further members in its errors': (usual) => ({
      error: (status, code) =>
        usual.json(status, {
          timestamp: 1_795_176_000,
          code,
          message: 'Nein – 不',
          status,
          details: [null, { path: '/' }],
          error: code,
        }),
    }),
  }),
  ...allowed('HTTP (RFC 9110): how a JSON body is labelled and carried is not shown.', {
    'names the charset': labelled('application/json; charset=utf-8'),
    'names the type in capitals': labelled('Application/JSON'),
    'names the charset in capitals and quotes': labelled('APPLICATION/JSON;Charset="UTF-8"'),
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
    'sends gzip to those who ask for it': (usual) => ({
      answer: async (call) => {
        const answer = await usual.answer(call)
        const isAsked = /\bgzip\b/.test(call.request.headers['accept-encoding'] ?? '')
        if (!isAsked || answer.body === undefined) return answer
        return { ...withHeaders(answer, { 'content-encoding': 'gzip' }), body: gzipSync(answer.body) }
      },
    }),
    'closes the connection after each answer': eachAnswer((answer) => withHeaders(answer, { connection: 'close' })),
    'ends its bodies by closing the connection': () => ({
      send: (response, { status, headers, body = '' }) => {
        const fields = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\r\n`)
        response.socket?.write(`HTTP/1.0 ${status} As you see\r\n${fields.join('')}\r\n`)
        response.socket?.end(body)
      },
    }),
    'has its own reason phrases': () => ({
      send: (response, answer) => {
        response.statusMessage = 'So be it'
        sendAnswer(response, answer)
      },
    }),
    'sends early hints before its answers': (usual) => ({
      send: async (response, answer) => {
        await new Promise<void>((resolve) => response.writeEarlyHints({ link: '</style.css>; rel=preload' }, resolve))
        await usual.send(response, answer)
      },
    }),
    'says that a 204 has the length 0': eachAnswer((answer) =>
      answer.status === 204 ? withHeaders(answer, { 'content-length': '0' }) : answer,
    ),
    'says that a 204 is JSON': eachAnswer((answer) => withHeaders(answer, { 'content-type': 'application/json' })),
    'sends many more headers': eachAnswer((answer) =>
      withHeaders(answer, {
        'set-cookie': ['a=1; HttpOnly', 'b=2; Secure'],
        etag: 'W/"7"',
        'cache-control': 'no-store',
        vary: 'Authorization, Accept-Encoding',
        server: 'shop/7 (beta)',
        'x-request-id': '7',
        'retry-after': '0',
        link: '</v1/store/orders>; rel="self"',
      }),
    ),
  }),
  ...allowed('Limits: rate limits are not shown, nor how long an answer may take.', {
    'needs 150 ms for each answer': (usual) => ({
      answer: async (call) => {
        await delay(150)
        return usual.answer(call)
      },
    }),
    'answers one request at a time': (usual) => {
      let last: Promise<unknown> = Promise.resolve()
      return {
        answer: (call) => {
          const answer = last.then(() => delay(3)).then(() => usual.answer(call))
          last = answer
          return answer
        },
      }
    },
    'answers late requests first': (usual) => ({
      answer: async (call) => {
        const answer = await usual.answer(call)
        await delay(Number(call.id.at(-1) ?? 9) % 4)
        return answer
      },
    }),
  }),
  ...allowed('Endpoints: the requests are exactly these, without a body and without query parameters.', {
    'refuses more than it asked for': (usual) => ({
      answer: (call) => (asksForMore(call) ? usual.error(400, 'unexpected') : usual.answer(call)),
    }),
    'refuses those who take no JSON': (usual) => ({
      answer: (call) =>
        /json|\*\/\*|^$/.test(call.request.headers.accept ?? '') ? usual.answer(call) : usual.error(406, 'json_only'),
    }),
    'answers ids that are none with 400': malformed((usual) => usual.error(400, 'bad_id')),
    'answers ids that are none with 422': malformed((usual) => usual.error(422, 'bad_id')),
    'answers ids that are none with a page': malformed(() => ({
      status: 400,
      headers: { 'content-type': 'text/html' },
      body: '<h1>400</h1>',
    })),
  }),
  ...allowed('Versioning: the fields of a pet and its sunset date are not shown.', {
    'shows pets as empty objects': pet({}),
    'shows pets with many members': pet({ petId: 'x', name: 'Rex', tags: [], owner: null, weight: 2.5 }),
    'sends no Deprecation with its Sunset': headersOfPets({ deprecation: [] }),
    'has let the sunset pass': headersOfPets({ sunset: 'Sat, 01 Jun 2024 00:00:00 GMT', deprecation: '@1704067200' }),
    'will deprecate the pets later': headersOfPets({ deprecation: '@1893456000' }),
    'sends the Sunset with everything': eachAnswer((answer) => withHeaders(answer, SUNSET)),
    'sends the Sunset with pets that are there alone': (usual) => ({
      getPet: async (call) => {
        const answer = await usual.getPet(call)
        return answer.status === 200 ? answer : withHeaders(answer, { sunset: [], deprecation: [] })
      },
    }),
    'says that unknown pets are gone': (usual) => ({
      getPet: async (call) => {
        const answer = await usual.getPet(call)
        return answer.status === 200 ? answer : withHeaders(usual.error(410, 'gone'), SUNSET)
      },
    }),
  }),
]

function labelled(type: string): Deviation {
  return (usual) => ({ json: (status, value) => ({ ...usual.json(status, value), headers: { 'content-type': type } }) })
}

function asksForMore({ request }: Call): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding, 'content-type': type } = request.headers
  return length !== '0' || coding !== undefined || type !== undefined || request.url?.includes('?') === true
}

function malformed(answer: (usual: Parameters<Deviation>[0]) => Answer): Deviation {
  return (usual) => ({ cancelOrder: (call) => (/^-?\d+$/.test(call.id) ? usual.cancelOrder(call) : answer(usual)) })
}

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
