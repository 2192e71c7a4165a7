import { type Answer, type Behaviour, type Call, type Deviation, withHeaders } from '../../small-provider.js'
import { breaking, type BrokenProvider } from '../broken-provider.js'

/** Providers that refuse a wrong key in the wrong way. */
export const keyRefusal: BrokenProvider[] = [
  ...breaking('Authentication: a missing or invalid key yields status 401.', 'pact', {
    'refuses a wrong key with 403': refuseWith(({ authorization }) => (authorization === undefined ? 401 : 403)),
    'answers a missing key with an empty list': (usual) => ({
      refuse: (call) => (call.operation === 'listOrders' ? usual.json(200, []) : usual.refuse(call)),
    }),
    'redirects requests without a key to a login page': (usual) => ({
      refuse: (call) =>
        call.authorization === undefined ? { status: 302, headers: { location: '/login' } } : usual.refuse(call),
    }),
  }),
  ...breaking('Authentication: a missing or invalid key yields status 401, near misses included.', 'model', {
    'answers an empty bearer with 500': refuseWith(({ authorization }) =>
      /^bearer *$/i.test(authorization ?? '') ? 500 : 401,
    ),
  }),
  ...breaking(
    'Errors: error responses use the Error object (fields code, message, status; all three present).',
    'openapi',
    {
      'refuses keys with plain text': refusal(() => ({
        status: 401,
        headers: { 'content-type': 'text/plain' },
        body: 'No.',
      })),
      'refuses keys without a code': refusal((usual) => usual.json(401, { message: 'No.', status: 401 })),
      'refuses keys for pets with an empty object': (usual) => ({
        refuse: (call) => (call.operation === 'getPet' ? usual.json(401, {}) : usual.refuse(call)),
      }),
    },
  ),
  ...breaking('Errors: the status field of the Error object carries the same number as the HTTP status.', 'openapi', {
    'answers 401 with the status 403 in its body': refusal((usual) =>
      usual.json(401, { code: 'no', message: 'No.', status: 403 }),
    ),
  }),
]

function refuseWith(statusFor: (call: Call) => number): Deviation {
  return (usual) => ({
    refuse: (call) => withHeaders(usual.error(statusFor(call), 'bad_key'), { 'www-authenticate': 'Bearer' }),
  })
}

function refusal(answer: (usual: Behaviour) => Answer): Deviation {
  return (usual) => ({ refuse: () => answer(usual) })
}
