import { expect, test } from 'vitest'
import { parseJson, withoutMark } from '../../src/spec/index.js'

test('one byte order mark before JSON is ignored, and a second one is not', () => {
  expect(parseJson('\uFEFF{"id":9007199254740993}')).toEqual({ id: 9007199254740993n })
  expect(withoutMark('\uFEFF\uFEFFx')).toBe('\uFEFFx')
  expect(() => parseJson('\uFEFF\uFEFF[]')).toThrow(SyntaxError)
})
