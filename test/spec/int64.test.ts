import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { INT64_MAX, INT64_MIN, isInt64, parseInt64, toInt64 } from '../../src/spec/index.js'

const int64 = fc.bigInt({ min: INT64_MIN, max: INT64_MAX })
const beyond = fc.oneof(
  fc.bigInt({ min: INT64_MAX + 1n, max: 2n ** 80n }),
  fc.bigInt({ min: -(2n ** 80n), max: INT64_MIN - 1n }),
)
/** Values around the limits of doubles, int32, uint32 and int64, and around zero. */
const EDGES = [0n, 2n ** 31n, 2n ** 32n, 2n ** 53n, 2n ** 63n, 2n ** 64n, 10n ** 18n, 10n ** 19n]
  .flatMap((edge) => [edge, -edge])
  .flatMap((edge) => [edge - 2n, edge - 1n, edge, edge + 1n, edge + 2n])

test('every int64 is read from its digits, exactly', () => {
  fc.assert(fc.property(int64, (value) => parseInt64(String(value)) === value))
})

test('a value beyond int64 is not an int64', () => {
  fc.assert(fc.property(beyond, (value) => parseInt64(String(value)) === undefined && !isInt64(value)))
})

test('at every boundary the digits decide', () => {
  for (const value of EDGES) {
    const isWithin = value >= -(2n ** 63n) && value < 2n ** 63n
    expect(isInt64(value), String(value)).toBe(isWithin)
    expect(parseInt64(String(value)), String(value)).toBe(isWithin ? value : undefined)
    expect(toInt64(value), String(value)).toBe(isWithin ? value : undefined)
  }
})

test('only the canonical spelling counts', () => {
  const decoration = fc.constantFrom('+', '0', '-0', ' ', '\t', '\n', '0x', '--', '.', '_', '\u0660', '\uff11')
  const ending = fc.constantFrom('.', '.0', 'e0', 'n', ' ', '\n', '_', ',', '\u0000', '\u0660')
  fc.assert(fc.property(decoration, int64, (before, value) => parseInt64(`${before}${value}`) === undefined))
  fc.assert(fc.property(int64, ending, (value, after) => parseInt64(`${value}${after}`) === undefined))
})

test('a number is an id as long as it is exact', () => {
  fc.assert(fc.property(fc.maxSafeInteger(), (value) => toInt64(value) === BigInt(value)))
  for (const value of [2 ** 53, -(2 ** 53), 1.5, 1e21, Infinity, -Infinity, Number.NaN]) {
    expect(toInt64(value), String(value)).toBeUndefined()
  }
})

test('a value that is neither number, bigint nor text is not an id', () => {
  for (const value of [undefined, null, true, {}, [], [1], Symbol('1'), new Date(0)]) {
    expect(toInt64(value)).toBeUndefined()
  }
})
