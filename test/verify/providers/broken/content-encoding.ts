import { gzipSync } from 'node:zlib'
import { type Answer, type Call, type Deviation, withHeaders } from '../small-provider.js'
import { breaking, type BrokenProvider } from './broken-provider.js'

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
      'compresses its list and does not say so': onRequest('listOrders', (answer) => ({
        ...answer,
        body: gzipSync(answer.body ?? ''),
      })),
      'sends its list in a coding that nobody asked for': onRequest('listOrders', labelled('lzma', gzipSync)),
    },
  ),
]

type Change = (answer: Answer) => Answer

/** Changes the bodies of an operation for clients that take compressed ones. */
function onRequest(operation: Call['operation'], change: Change): Deviation {
  return changing((call) => call.operation === operation && 'accept-encoding' in call.request.headers, change)
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
