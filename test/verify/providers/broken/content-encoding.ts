import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { type Answer, type Call, type Deviation, withHeaders } from '../small-provider.js'
import { breaking, type BrokenProvider } from './broken-provider.js'

const LARGE = 2_000

/** Providers whose bodies are not what their `Content-Encoding` says, so that clients cannot read them. */
export const contentEncoding: BrokenProvider[] = [
  ...breaking(
    'List orders: 200 with a JSON array; HTTP (RFC 9110, section 8.4): in the coding that it names.',
    'openapi',
    {
      'calls its list gzip and does not compress it': onRequest(
        'listOrders',
        labelled('gzip', (bytes) => bytes),
      ),
      'calls its list br and sends gzip': onRequest('listOrders', labelled('br', gzipSync)),
      'calls its list gzip and sends deflate': onRequest('listOrders', labelled('gzip', deflateSync)),
      'sends the beginning of a list in gzip': onRequest(
        'listOrders',
        labelled('gzip', (bytes) => cut(gzipSync(bytes))),
      ),
      'sends the beginning of a list in br': onRequest(
        'listOrders',
        labelled('br', (bytes) => cut(brotliCompressSync(bytes))),
      ),
      'compresses its list twice': onRequest(
        'listOrders',
        labelled('gzip', (bytes) => gzipSync(gzipSync(bytes))),
      ),
      'says twice that its list is gzip': onRequest('listOrders', labelled('gzip, gzip', gzipSync)),
      'compresses its list and does not say so': onRequest('listOrders', (answer) => ({
        ...answer,
        body: gzipSync(answer.body ?? ''),
      })),
      'sends its list in a coding that nobody asked for': onRequest('listOrders', labelled('lzma', gzipSync)),
      'sends its list in a coding that nobody asked for, asked or not': always(
        'listOrders',
        labelled('lzma', gzipSync),
      ),
      'truncates large lists in gzip': onRequest('listOrders', (answer) =>
        (answer.body?.length ?? 0) < LARGE ? answer : labelled('gzip', (bytes) => cut(gzipSync(bytes)))(answer),
      ),
    },
  ),
  ...breaking('Cancel an order: 401 and 404 with an Error object; HTTP (RFC 9110, section 8.4).', 'openapi', {
    'calls its refusals of cancels gzip and does not compress them': onRequest(
      'cancelOrder',
      labelled('gzip', (bytes) => bytes),
    ),
    'calls its refusals of cancels gzip, asked or not': always(
      'cancelOrder',
      labelled('gzip', (bytes) => bytes),
    ),
  }),
  ...breaking('Versioning: GET /pets/{petId}, in JSON; HTTP (RFC 9110, section 8.4).', 'openapi', {
    'calls its pets gzip and does not compress them': onRequest(
      'getPet',
      labelled('gzip', (bytes) => bytes),
    ),
    'compresses its pets twice': onRequest(
      'getPet',
      labelled('gzip', (bytes) => gzipSync(gzipSync(bytes))),
    ),
  }),
]

type Change = (answer: Answer) => Answer

/** Changes the bodies of an operation for clients that take compressed ones. */
function onRequest(operation: Call['operation'], change: Change): Deviation {
  return changing((call) => call.operation === operation && 'accept-encoding' in call.request.headers, change)
}

function always(operation: Call['operation'], change: Change): Deviation {
  return changing((call) => call.operation === operation, change)
}

function changing(applies: (call: Call) => boolean, change: Change): Deviation {
  return (usual) => ({
    answer: async (call) => {
      const answer = await usual.answer(call)
      return answer.body !== undefined && applies(call) ? change(answer) : answer
    },
  })
}

function labelled(coding: string, compress: (bytes: Buffer) => Buffer): Change {
  return (answer) => ({
    ...withHeaders(answer, { 'content-encoding': coding }),
    body: compress(Buffer.from(answer.body ?? '')),
  })
}

function cut(bytes: Buffer): Buffer {
  return bytes.subarray(0, Math.floor(bytes.length * 0.7))
}
