import { expect, test } from 'vitest'
import type { Json } from '../../../src/spec/index.js'
import { explainMismatches } from '../../../src/verify/pact/explain-mismatches.js'
import { readReport } from '../../../src/verify/pact/read-report.js'

// The reports are those of Pact's verifier, as it wrote them.

const body = (path: string, mismatch: string, expected: Json, actual: Json) => ({
  type: 'BodyMismatch',
  path,
  mismatch,
  expected,
  actual,
})
const header = (key: string, mismatch: string, expected: string, actual: string) => ({
  type: 'HeaderMismatch',
  key,
  mismatch,
  expected,
  actual,
})

test.each<[object, string, string]>([
  [
    { type: 'StatusMismatch', expected: 204, actual: 200, mismatch: 'expected 204 but was 200' },
    'The status is 200, not 204.',
    'status 204',
  ],
  [
    {
      type: 'StatusMismatch',
      expected: 200,
      actual: 404,
      mismatch: 'Expected status code 404 to be a Successful response (200–299)',
    },
    'The status is 404, not of a Successful response (200–299).',
    'status of a Successful response (200–299)',
  ],
  [header('X-A', "Expected a header 'X-A' but was missing", '"4"', ''), 'There is no header X-A.', 'header X-A: "4"'],
  [
    header('Sunset', "Expected a header 'Sunset' but was missing", 'Wed, 30 Jun 2027 00:00:00 GMT', ''),
    'There is no header Sunset.',
    'header Sunset: a text that matches /GMT$/',
  ],
  [
    header('X-A', "Mismatch with header 'X-A': Expected '5' to be equal to '4'", '4', '5'),
    'Header X-A is "5", not "4".',
    'header X-A: "4"',
  ],
  [
    body('$.id', "Expected 'x' (String) to be an integer", '1', '"x"'),
    '$.id is "x", not an integer.',
    '$.id: an integer',
  ],
  [
    body('$.name', "Expected 3 (Integer) to be the same type as 'a' (String)", '"a"', '3'),
    '$.name is 3, not a string.',
    '$.name: a string',
  ],
  [body('$.id', 'Expected 8 (Integer) to be equal to 7 (Integer)', '7', '8'), '$.id is 8, not 7.', '$.id: 7'],
  [
    body('$.id', String.raw`Expected 'zz' to match '^[a-z]\d$'`, '"a1"', '"zz"'),
    String.raw`$.id is "zz", not a text that matches /^[a-z]\d$/.`,
    String.raw`$.id: a text that matches /^[a-z]\d$/`,
  ],
  [
    body('$[1]', 'Actual map is missing the following keys: id, quantity', '["id","quantity"]', '[]'),
    '$[1] lacks id, quantity.',
    '$[1]: an object with id, quantity',
  ],
  [
    body('$', 'Expected [{"id":1}] (size 1) to have minimum size of 250', '[{}]', '[{"id":1}]'),
    'The body has 1 element, not at least 250.',
    'the body: a list of at least 250',
  ],
  [
    body('$', 'Expected an empty List but received [{"id":1}]', '[]', '[{"id":1}]'),
    'The body is [{"id":1}], not an empty list.',
    'the body: []',
  ],
  [
    body('/', 'Expected body Present(8 bytes, application/json) but was empty', '{"id":1}', null),
    'The body is missing.',
    'the body: an object',
  ],
  [
    body('$', "Failed to parse the actual body: 'expected ident at line 1 column 2'", '{"id":1}', 'nope'),
    'The body is not JSON.',
    'the body: JSON',
  ],
  [body('$.a', 'A sentence of tomorrow', '1', '2'), '$.a: A sentence of tomorrow.', '$.a: 1'],
])('%j', (mismatch, message, expected) => {
  expect(explained(mismatch)).toEqual({ message, expected })
})

test('of one fault that Pact reports twice, one is told', () => {
  expect(
    explained(
      {
        type: 'BodyTypeMismatch',
        expected: 'application/json',
        actual: 'text/plain',
        mismatch: "Expected a body of 'application/json' but the actual content type was 'text/plain'",
      },
      header('Content-Type', "Mismatch with header 'Content-Type': …", 'application/json', 'text/plain'),
      body('$', 'Expected 2 but was missing', '[1,2]', '[1]'),
      body('$', 'Expected a List with 2 elements but received 1 elements', '[1,2]', '[1]'),
    ).message,
  ).toBe('The body is text/plain, not application/json; the body has 1 element, not 2.')
})

test('what is wrong is told in the order of the answer, whatever order Pact has', () => {
  const [status, first, tenth] = [
    { type: 'StatusMismatch', expected: 204, actual: 200, mismatch: '' },
    body('$[2].id', "Expected 'x' (String) to be an integer", '1', '"x"'),
    body('$[10].id', "Expected 'y' (String) to be an integer", '1', '"y"'),
  ]
  expect(explained(tenth, status, first).message).toBe(
    'The status is 200, not 204; $[2].id is "x", not an integer; $[10].id is "y", not an integer.',
  )
})

const VARIANT = 'Variant at index 0 ({"complete":true,"id":7,"quantity":2}) was not found in the actual list'
const missing = (...elements: string[]) =>
  body('$', VARIANT, '{"complete":true,"id":7,"quantity":2}', JSON.stringify(elements))
const WANTED = 'the body: a list with { complete: true or false, id: an integer, quantity: an integer } in it'

test.each([
  [missing(), 'The list is empty.'],
  [
    missing('{"id":1}', '{"id":1,"complete":true}'),
    'No element of the list is as expected: the nearest is $[1], where the member quantity is missing.',
  ],
  [
    missing('{"id":9223372036854775807,"complete":true,"quantity":"2"}'),
    'No element of the list is as expected: the nearest is $[0], where quantity is "2", not an integer.',
  ],
])('a list that lacks an element is told with the one that comes nearest', (mismatch, message) => {
  expect(explained(mismatch)).toEqual({ message, expected: WANTED })
})

test('a report without mismatches gives its error, and one that is no JSON itself', () => {
  const error = { mismatch: { type: 'error', message: 'One or more of the setup state change handlers has failed' } }
  expect(readReport(JSON.stringify({ errors: [error] }))).toEqual({
    mismatches: [],
    error: 'One or more of the setup state change handlers has failed',
  })
  expect(readReport('Pact core crashed')).toEqual({ mismatches: [], error: 'Pact core crashed' })
})

const rule = (match: string, more = {}) => ({ combine: 'AND', matchers: [{ match, ...more }] })
const PACT: Json = {
  interactions: [
    {
      response: {
        headers: { 'X-A': ['4'], Sunset: ['Wed, 30 Jun 2027 00:00:00 GMT'] },
        matchingRules: {
          header: { Sunset: rule('regex', { regex: 'GMT$' }) },
          body: {
            $: rule('arrayContains', {
              variants: [
                {
                  index: 0,
                  rules: { '$.id': rule('integer'), '$.quantity': rule('integer'), '$.complete': rule('type') },
                },
              ],
            }),
          },
        },
      },
    },
  ],
}

function explained(...mismatches: readonly (object | undefined)[]) {
  const report = JSON.stringify({ errors: [{ mismatch: { type: 'mismatches', mismatches } }] })
  return explainMismatches(readReport(report).mismatches, PACT)
}
