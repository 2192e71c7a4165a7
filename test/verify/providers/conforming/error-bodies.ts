import type { Answer } from '../small-provider.js'
import { allowed, type ConformingProvider, shippedAs } from './conforming-provider.js'

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
