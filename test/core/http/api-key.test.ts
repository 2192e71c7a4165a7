import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type JournalEntry, OrdersMock } from '../../../src/core/index.js'

const KEYS = ['test-key', 'other', 'other~key']

const key = fc.constantFrom(...KEYS)
/** Any code point, lone surrogates included. fast-check's own unit `binary` takes a second to set up. */
const unit = fc.nat({ max: 0x10_ff_ff }).map((code) => String.fromCodePoint(code))
/** Text that no name may contain. */
const notInNames = fc.string({ unit, minLength: 1 }).filter((text) => !/^[A-Za-z0-9._~-]*$/.test(text))

const mock = new OrdersMock({ keys: KEYS, scenario: 'empty' })
let heard: JournalEntry | undefined
mock.subscribe((event) => {
  if (event.type === 'request') heard = event.entry
})

/** Sends a header, and tells what the journal says of it. */
function send(authorization: string): JournalEntry {
  heard = undefined
  mock.handle({ method: 'GET', path: '/store/orders', authorization })
  if (heard === undefined) throw new Error('nothing was heard')
  return heard
}

test('any other character in a name makes the key invalid', () => {
  const place = fc.constantFrom('~', '~shipped~', '~~')
  const wrongName = fc
    .tuple(fc.string(), notInNames, fc.string())
    .map((parts) => parts.join(''))
    .filter((text) => !/[\n\r\u2028\u2029]/.test(text))
  fc.assert(
    fc.property(key, place, wrongName, (...parts) => {
      const { status, reason } = send(`Bearer ${parts.join('')}`)
      expect([status, reason]).toEqual([401, expect.stringMatching(/^the suffix of the key .* is malformed$/s)])
    }),
  )
})

test('no header throws, and only a valid key is accepted', () => {
  const header = fc.oneof(
    fc.string({ unit }),
    fc.string({ unit }).map((text) => `Bearer ${text}`),
    fc.tuple(key, fc.string({ unit })).map(([token, text]) => `Bearer ${token}${text}`),
    fc.tuple(key, fc.nat({ max: 9 }), fc.constantFrom('', 'x', 'T')).map(([token, at, letter]) => {
      return `Bearer ${token.slice(0, at)}${letter}${token.slice(at + 1)}`
    }),
  )
  fc.assert(
    fc.property(header, (authorization) => {
      const isGood = KEYS.some((good) => new RegExp(`^bearer +${good}(~|$)`, 'i').test(authorization))
      expect(send(authorization).status === 200 && !isGood).toBe(false)
    }),
    { numRuns: 1000 },
  )
})

test('the journal never holds a key itself', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[!-}]{1,40}$/), (good) => {
      const own = new OrdersMock({ keys: [good] })
      own.handle({ method: 'GET', path: '/store/orders', authorization: `Bearer ${good}~shipped~w1` })
      const [{ key: kept } = { key: '' }] = own.sandbox('shipped~w1').requests.all()
      expect(kept?.startsWith(good)).toBe(false)
      expect(kept?.endsWith('…~shipped~w1')).toBe(true)
    }),
  )
})
