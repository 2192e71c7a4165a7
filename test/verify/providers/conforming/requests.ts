import type { Answer, Call, Deviation } from '../small-provider.js'
import { allowed, type ConformingProvider } from './conforming-provider.js'

/** Requests beyond those of the specification may be refused. */
export const freeRequests: ConformingProvider[] = [
  ...allowed('Endpoints: the requests are exactly these, without a body and without query parameters.', {
    'refuses bodies and query parameters with 400': (usual) => ({
      answer: (call) => (asksForMore(call) ? usual.error(400, 'unexpected') : usual.answer(call)),
    }),
    'refuses requests that do not accept JSON': (usual) => ({
      answer: (call) =>
        /json|\*\/\*|^$/.test(call.request.headers.accept ?? '') ? usual.answer(call) : usual.error(406, 'json_only'),
    }),
    'answers malformed ids with 422': malformed((usual) => usual.error(422, 'bad_id')),
  }),
]

function asksForMore({ request }: Call): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding, 'content-type': type } = request.headers
  return length !== '0' || coding !== undefined || type !== undefined || request.url?.includes('?') === true
}

function malformed(answer: (usual: Parameters<Deviation>[0]) => Answer): Deviation {
  return (usual) => ({ cancelOrder: (call) => (/^-?\d+$/.test(call.id) ? usual.cancelOrder(call) : answer(usual)) })
}
