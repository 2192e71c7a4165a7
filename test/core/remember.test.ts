import { expect, test } from 'vitest'
import { remember } from '../../src/core/remember.js'

test('a short text is made once, however often it is asked for', () => {
  let made = 0
  const double = remember((text) => ({ text: text + text, made: (made += 1) }))
  expect([double('a'), double('b'), double('a')]).toEqual([
    { text: 'aa', made: 1 },
    { text: 'bb', made: 2 },
    { text: 'aa', made: 1 },
  ])
})

test('long texts are not kept, and many short ones do not pile up', () => {
  let made = 0
  const count = remember(() => (made += 1))
  const long = 'x'.repeat(301)
  expect([count(long), count(long)]).toEqual([1, 2])
  for (let index = 0; index < 1001; index += 1) count(String(index))
  expect([count('1000'), count('0')]).toEqual([1003, 1004])
})
