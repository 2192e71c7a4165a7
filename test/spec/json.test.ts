import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { copyJson, type Json, parseJson, stringifyJson, withoutMark } from '../../src/spec/index.js'

/** JSON values, with integers far beyond doubles among them; an integer that a double holds is a number. */
const integer = fc.bigInt().map((value) => (Number.isSafeInteger(Number(value)) ? Number(value) : value))
/** Any code point, lone surrogates included. fast-check's own unit `binary` takes a second to set up. */
const unit = fc.nat({ max: 0x10_ff_ff }).map((code) => String.fromCodePoint(code))
const { value: json } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, false),
    integer,
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter(isWrittenAsItIsRead),
    fc.string({ unit }),
    fc.array(tie('value')),
    fc.dictionary(
      fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('__proto__', 'constructor', '')),
      tie('value'),
    ),
  ),
}))

test('a value that is written is read back, with every digit', () => {
  fc.assert(
    fc.property(json, (value) => {
      expect(parseJson(stringifyJson(value))).toEqual(value)
    }),
  )
})

test('an integer is read as a number if that is exact, and as a bigint otherwise', () => {
  expect(parseJson('[9007199254740991, 9007199254740992, 9007199254740993, -9223372036854775808]')).toEqual([
    9007199254740991,
    9007199254740992n,
    9007199254740993n,
    -9223372036854775808n,
  ])
})

test('a fraction or an exponent is read as a number, unless it spells an integer that only a bigint represents', () => {
  expect(parseJson('[1.5, 1e3, 1.0, 1E-2, 9007199254740993.5]')).toEqual([1.5, 1000, 1, 0.01, 9007199254740994])
  expect(parseJson('[9007199254740993.0, -90071992547409.930e+2, 1e+18, 9007199254740993000E-3]')).toEqual([
    9007199254740993n,
    -9007199254740993n,
    10n ** 18n,
    9007199254740993n,
  ])
})

test('values that JSON does not have are left out or written as null', () => {
  expect(stringifyJson({ left: undefined, kept: 1n, not: Number.NaN, far: Infinity })).toBe(
    '{"kept":1,"not":null,"far":null}',
  )
  expect(stringifyJson(undefined)).toBe('null')
})

test('JSON that is nested up to 500 levels deep is read and written, and no deeper JSON is read', () => {
  expect(stringifyJson(parseJson(nested(500)))).toBe(nested(500))
  for (const levels of [502, 3_600, 1_000_000])
    expect(() => parseJson(nested(levels))).toThrow(
      new SyntaxError('it is nested deeper than 500 levels, the most that is read'),
    )
})

test.each(['\\', '"', 'x', '\\"', '\u0001', '\u2028', '\ud800'])(
  'a string of very many %j keeps all of them',
  (part) => {
    const text = part.repeat(300_000)
    expect(parseJson(JSON.stringify({ [text]: [text, 1n.toString()] }))).toEqual({ [text]: [text, '1'] })
  },
)

test.each(
  [
    ['', ' ', '[1,]', '{"a":1,}', '+1', '1.', 'NaN', '"\u0000"', '1 2', '{"a":1,"a":2}', '{"a"', '{"a":', '[', '"'],
    ['"\\', '"\\"', '01', '-', 'nul', '{1:2}', '[1 2]', '"\\x"', ']'],
  ].flat(),
)('%j is not JSON', (text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError)
})

test('one byte order mark before JSON is ignored, and a second one is not', () => {
  expect(parseJson('\uFEFF{"id":9007199254740993}')).toEqual({ id: 9007199254740993n })
  expect(withoutMark('\uFEFF\uFEFFx')).toBe('\uFEFFx')
  expect(() => parseJson('\uFEFF\uFEFF[]')).toThrow(SyntaxError)
})

test('of many millions of values only so many are read', () => {
  expect(() => parseJson(`[${'0,'.repeat(5_000_000)}0]`)).toThrow('it has more than 5000000 values')
})

/** Not a whole number beyond 2^53, which is a bigint, and not -0, which JSON writes as 0. */
function isWrittenAsItIsRead(value: number): boolean {
  return !Object.is(value, -0) && (Number.isSafeInteger(value) || !Number.isInteger(value))
}

test('a copy of JSON is equal, and shares no array and no object', () => {
  fc.assert(
    fc.property(json, (value) => {
      const copy = copyJson(value)
      expect(copy).toEqual(value)
      expect(containersIn(copy).filter((each) => containersIn(value).includes(each))).toEqual([])
    }),
  )
})

function containersIn(value: Json): Json[] {
  return typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(containersIn)] : []
}

function nested(levels: number): string {
  return '[{"a":'.repeat(levels / 2) + '1' + '}]'.repeat(levels / 2)
}
