import { exactJson } from '../exact-json.js'
import type { Answer } from '../small-provider.js'
import { allowed, type ConformingProvider, shippedAs } from './conforming-provider.js'

/** Codes and further members of an Error are open, and so is the body of the 409. */
export const freeErrorBodies: ConformingProvider[] = [
  ...allowed('Cancel an order: the body of the 409 is not shown.', {
    'refuses shipped orders without a body': shippedAs(() => ({ status: 409, headers: { 'content-length': '0' } })),
    'refuses shipped orders without a body, called JSON': shippedAs(() => ({
      status: 409,
      headers: { 'content-type': 'application/json', 'content-length': '0' },
    })),
    'refuses shipped orders with text': shippedAs(() => text('text/plain', 'Too late.')),
    'refuses shipped orders with a page': shippedAs(() => text('text/html; charset=utf-8', '<p>Too late.</p>')),
    'refuses shipped orders with the order': shippedAs((usual) => usual.json(409, { id: 7, shipDate: null })),
    'refuses shipped orders with a list': shippedAs((usual) => usual.json(409, ['too late'])),
    'refuses shipped orders with a problem': shippedAs(() =>
      text('application/problem+json', exactJson({ type: 'about:blank', title: 'Too late', status: 409 })),
    ),
    'refuses shipped orders with bytes': shippedAs(() => text('application/octet-stream', '\u0000\u0001\u00ff')),
  }),
  ...allowed('Errors: the values of code are not shown, and other members than the three are not forbidden.', {
    'has other error codes': (usual) => ({
      error: (status) => usual.json(status, { code: `E-${status}.7 ü`, message: '', status }),
    }),
    'has additional members in its errors': (usual) => ({
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
]

function text(type: string, body: string): Answer {
  return { status: 409, headers: { 'content-type': type }, body }
}
