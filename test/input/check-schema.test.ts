import { expect, test } from 'vitest'
import { createSchemaCheck, Problems, showPath } from '../../src/input/index.js'

const check = createSchemaCheck({
  properties: {
    size: { enum: ['small', 'large'] },
    level: { enum: [1, 2] },
    name: { type: ['string', 'null'] },
    ids: { type: 'array', maxItems: 2, items: { type: 'integer', minimum: 1, maximum: 9 } },
    code: { pattern: '^[a-z]$' },
    more: { minProperties: 1, additionalProperties: { type: 'integer' } },
    list: { items: { type: 'integer' } },
    either: { properties: { do: {}, ids: {}, status: {} }, minProperties: 2, maxProperties: 2 },
    // oxlint-disable-next-line unicorn/no-thenable -- A keyword of JSON Schema.
    made: { if: { required: ['count'] }, then: { $ref: '#/$defs/generated' }, else: { $ref: '#/$defs/listed' } },
  },
  $defs: {
    generated: { properties: { count: { type: 'integer' } }, additionalProperties: false },
    listed: { properties: { id: { type: 'integer' } }, required: ['id'], additionalProperties: false },
  },
})

test.each([
  [{ size: 'smal' }, 'size: must be one of small, large, not "smal". Did you mean small?'],
  [{ size: 7 }, 'size: must be one of small, large, not 7'],
  [{ size: 'ma' }, 'size: must be one of small, large, not "ma"'],
  [{ level: 3 }, 'level: must be one of 1, 2, not 3'],
  [{ name: 7 }, 'name: must be a string or a null, not 7'],
  [{ ids: [1, 2, 3] }, 'ids: must have at most 2 items, not [1,2,3]'],
  [{ ids: [0] }, 'ids[0]: must be at least 1, not 0'],
  [{ ids: [10] }, 'ids[0]: must be at most 9, not 10'],
  [{ ids: 'arra' }, 'ids: must be an array, not "arra"'],
  [{ ids: [9007199254740993n] }, 'ids[0]: must be at most 9, not 9007199254740993'],
  [{ name: [9007199254740993n] }, 'name: must be a string or a null, not ["9007199254740993"]'],
  [{ name: ['x'.repeat(58)] }, `name: must be a string or a null, not ["${'x'.repeat(58)}…`],
  [{ name: ['x'.repeat(56)] }, `name: must be a string or a null, not ["${'x'.repeat(56)}"]`],
  [{ more: {} }, 'more: must have at least 1 fields, not {}'],
  [{ more: { '1/b~c': 'x' } }, 'more.1/b~c: must be an integer, not "x"'],
  [{ list: [...Array<number>(10).fill(1), 'x'] }, 'list[10]: must be an integer, not "x"'],
  [{ code: 'A' }, 'code: must match ^[a-z]$, not "A"'],
  [{ either: { do: 1 } }, 'either: must have at least 2 fields, not {"do":1}. Known fields: do, ids, status'],
  [
    { either: { do: 1, ids: 2, status: 3 } },
    'either: must have at most 2 fields, not {"do":1,"ids":2,"status":3}. Known fields: do, ids, status',
  ],
  [{ made: {} }, 'made.id: is required'],
  [{ made: { id: 1, coun: 2 } }, 'made.coun: unknown field. Did you mean count? Known fields: id'],
])('%o is rejected with %s', (value, expected) => {
  expect(check(value).map(({ path, message }) => `${showPath(path)}: ${message}`)).toEqual([expected])
})

test('an error that is not about the value is thrown on', () => {
  const failure = new TypeError('out of order')
  const read = (): never => {
    throw failure
  }
  expect(() => new Problems().collect([], 'a', read)).toThrow(failure)
})
