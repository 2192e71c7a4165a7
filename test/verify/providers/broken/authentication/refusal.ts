import { type Answer, type Behaviour, type Call, type Deviation, withHeaders } from '../../small-provider.js'
import { breaking, type BrokenProvider } from '../broken-provider.js'

/** Providers that refuse a wrong key in the wrong way. */
export const keyRefusal: BrokenProvider[] = [
  ...breaking('Authentication: a missing or invalid key yields status 401.', 'pact', {
    'refuses every key with 403': refuseWith(() => 403),
    'refuses a wrong key with 403': refuseWith(({ authorization }) => (authorization === undefined ? 401 : 403)),
    'refuses a missing key with 400': refuseWith(({ authorization }) => (authorization === undefined ? 400 : 401)),
    'refuses a wrong key with 404 when cancelling': refuseWith(({ operation }) =>
      operation === 'cancelOrder' ? 404 : 401,
    ),
    'refuses the pets with 403': refuseWith(({ operation }) => (operation === 'getPet' ? 403 : 401)),
    'answers a missing key with an empty list': (usual) => ({
      refuse: (call) => (call.operation === 'listOrders' ? usual.json(200, []) : usual.refuse(call)),
    }),
    'redirects requests without a key to a login page': (usual) => ({
      refuse: (call) =>
        call.authorization === undefined ? { status: 302, headers: { location: '/login' } } : usual.refuse(call),
    }),
    'pretends to cancel for a wrong key': (usual) => ({
      refuse: (call) => (call.operation === 'cancelOrder' ? { status: 204, headers: {} } : usual.refuse(call)),
    }),
  }),
  ...breaking('Authentication: a missing or invalid key yields status 401, near misses included.', 'model', {
    'refuses another scheme with 403': refuseWith(({ authorization }) =>
      /^(?!bearer )/i.test(authorization ?? 'bearer ') ? 403 : 401,
    ),
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
      'refuses keys with an empty body': refusal(() => ({ status: 401, headers: { 'content-length': '0' } })),
      'refuses keys with a page': refusal(() => ({
        status: 401,
        headers: { 'content-type': 'text/html' },
        body: '<h1>401 Authorization Required</h1>',
      })),
      'refuses keys without a content type': refusal((usual) => ({ ...usual.error(401, 'no'), headers: {} })),
      'refuses keys with a number for the code': refusal((usual) =>
        usual.json(401, { code: 7, message: 'No.', status: 401 }),
      ),
      'refuses keys without a code': refusal((usual) => usual.json(401, { message: 'No.', status: 401 })),
      'refuses keys without a message': refusal((usual) => usual.json(401, { code: 'no', status: 401 })),
      'refuses keys without a status': refusal((usual) => usual.json(401, { code: 'no', message: 'No.' })),
      'refuses keys with an OAuth error': refusal((usual) =>
        usual.json(401, { error: 'invalid_token', error_description: 'No.' }),
      ),
      'refuses a wrong key with a page, and a missing one correctly': (usual) => ({
        refuse: (call) =>
          call.authorization === undefined
            ? usual.refuse(call)
            : { status: 401, headers: { 'content-type': 'text/html' }, body: '<h1>Unauthorized</h1>' },
      }),
      'refuses keys for pets with an empty object': (usual) => ({
        refuse: (call) => (call.operation === 'getPet' ? usual.json(401, {}) : usual.refuse(call)),
      }),
    },
  ),
  ...breaking('Errors: the status field of the Error object carries the same number as the HTTP status.', 'openapi', {
    'answers 401 with the status 403 in its body': refusal((usual) =>
      usual.json(401, { code: 'no', message: 'No.', status: 403 }),
    ),
    'answers a cancel with 401 and the status 0 in its body': (usual) => ({
      refuse: (call) =>
        call.operation === 'cancelOrder'
          ? usual.json(401, { code: 'no', message: 'No.', status: 0 })
          : usual.refuse(call),
    }),
  }),
  ...breaking('Authentication: a missing or invalid key yields status 401, each time.', 'model', {
    'answers 403 after twenty wrong keys': afterWrongKeys(20, (usual) => usual.error(403, 'blocked')),
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

function afterWrongKeys(most: number, answer: (usual: Behaviour) => ReturnType<Behaviour['refuse']>): Deviation {
  return (usual) => {
    let wrong = 0
    return { refuse: (call) => (++wrong > most ? answer(usual) : usual.refuse(call)) }
  }
}
