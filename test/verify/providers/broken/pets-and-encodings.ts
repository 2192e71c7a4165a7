import { gzipSync } from 'node:zlib'
import { type Answer, type Call, type Deviation, withHeaders } from '../small-provider.js'
import { breaking, type BrokenProvider } from './broken-provider.js'

/** Providers that do not announce properly that reading a pet is deprecated. */
export const getPet: BrokenProvider[] = [
  ...breaking('Versioning: GET /pets/{petId} is deprecated and has a sunset date.', 'pact', {
    'shows pets without a sunset': withSunset({ sunset: [] }),
    'fails on pets': (usual) => ({ getPet: () => usual.error(500, 'oops') }),
  }),
  ...breaking('Versioning: GET /pets/{petId} is deprecated and has a sunset date.', 'model', {
    'reckons the sunset of pets from the present': (usual) => ({
      getPet: async (call) => {
        const sunset = new Date(Date.now() + 30 * 86_400_000).toUTCString()
        return withHeaders(await usual.getPet(call), { sunset })
      },
    }),
  }),
  ...breaking('Versioning: the sunset date; an HTTP date, as RFC 8594 defines it.', 'openapi', {
    'shows pets with an ISO date as the sunset': withSunset({ sunset: '2027-06-30' }),
    'shows pets with a sunset on the wrong day of the week': withSunset({ sunset: 'Mon, 30 Jun 2027 00:00:00 GMT' }),
  }),
  ...breaking(
    'Versioning: GET /pets/{petId} is deprecated; a Deprecation header is a structured date (RFC 9745).',
    'openapi',
    {
      'shows pets with bare seconds as the Deprecation': withSunset({ deprecation: '1767225600' }),
    },
  ),
  ...breaking('What the service does: the service is an HTTP/JSON API.', 'openapi', {
    'shows pets in broken JSON': (usual) => ({
      getPet: async (call) => ({ ...(await usual.getPet(call)), body: "{name: 'Rex'}" }),
    }),
  }),
]

/** Replaces headers; none is sent where the list of its values is empty. */
function withSunset(headers: Record<string, string | []>): Deviation {
  return (usual) => ({ getPet: async (call) => withHeaders(await usual.getPet(call), headers) })
}

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
