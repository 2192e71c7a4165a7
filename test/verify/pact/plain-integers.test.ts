import { expect, test } from 'vitest'
import { withPlainIntegers } from '../../../src/verify/pact/plain-integers.js'

test.each([
  ['[2.0,-3.00,10.0]', '[2,-3,10]'],
  ['{"a":1.50,"b":5.05,"c":2.0e1,"d":0.0}', '{"a":1.50,"b":5.05,"c":2.0e1,"d":0}'],
  [String.raw`{"2.0":"3.0 \"4.0\\","n":5.0}`, String.raw`{"2.0":"3.0 \"4.0\\","n":5}`],
])('integers are spelled as such outside of strings: %s', (json, plain) => {
  expect(withPlainIntegers(json)).toBe(plain)
})

test.each([
  ['digits', `[${'7'.repeat(3_000_000)},1.0]`],
  ['zeros', `[1.${'0'.repeat(3_000_000)}1,1.0]`],
  ['escapes', `["${String.raw`\n`.repeat(3_000_000)}",1.0]`],
])('millions of %s are read in time', (_, json) => {
  expect(withPlainIntegers(json) === json.replace(/1\.0\]$/, '1]')).toBe(true)
})
