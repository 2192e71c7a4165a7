import { array, assert, constantFrom, oneof, pre, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { pathOf } from '../../src/spec/index.js'

const BASE = 'http://any/v1'

test.each(['', '.', '..', '%2e', '.%2E', '%2e%2E', '%252e%252e', '\uD800'])(
  'the segment %j is refused, because it would lead elsewhere',
  (segment) => {
    const message = `${JSON.stringify(segment)} cannot be a segment of a path. Use the id or the name itself.`
    expect(() => pathOf(['orders', segment])).toThrow(new RangeError(message))
  },
)

test('a URL parser finds in a path the segments that it was built from, and nothing else', () => {
  const text = oneof(
    string({ unit: 'grapheme', minLength: 1 }),
    constantFrom('../../victim', '...', 'a\\..', '?', '#', '\t.'),
  )
  assert(
    property(array(text, { minLength: 1 }), (segments) => {
      pre(segments.every((each) => each !== '.' && each !== '..'))
      const { pathname, href } = new URL(BASE + pathOf(segments))
      expect(href).toBe(BASE + pathOf(segments))
      expect(
        pathname
          .split('/')
          .slice(2)
          .map((each) => decodeURIComponent(each)),
      ).toEqual(segments)
    }),
  )
})
