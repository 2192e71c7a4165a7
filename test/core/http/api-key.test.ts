import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type JournalEntry, OrdersMock } from '../../../src/core/index.js'

const KEYS = ['test-key', 'other', 'other~key']

const key = fc.constantFrom(...KEYS)
const name = fc.stringMatching(/^[A-Za-z0-9._-]{1,100}$/)
const scheme = fc
  .tuple(...Array.from('bearer', (letter) => fc.constantFrom(letter, letter.toUpperCase())))
  .map((letters) => letters.join(''))
/** Text that no name may contain. */
const notInNames = fc.string({ unit: 'binary', minLength: 1 }).filter((text) => !/^[A-Za-z0-9._~-]*$/.test(text))

const mock = new OrdersMock({ keys: KEYS, scenario: 'empty', scenarios: { 'a.B_c-1': {} } })
mock.createSandbox({ name: 'checkout-7' })
let heard: { readonly sandbox: string; readonly entry: JournalEntry } | undefined
mock.subscribe((event) => {
  if (event.type === 'request') heard = event
})

/** Sends a header, and tells which sandbox the journal has it in, and what it says. */
function send(authorization: string): JournalEntry & { readonly sandbox: string | undefined } {
  mock.handle({ method: 'GET', path: '/store/orders', authorization })
  if (heard === undefined) throw new Error('nothing was heard')
  return { ...heard.entry, sandbox: heard.sandbox }
}

test('a good key leads to the sandbox that follows it, however the scheme is written', () => {
  fc.assert(
    fc.property(scheme, fc.nat({ max: 5 }), key, name, (word, more, token, own) => {
      for (const [suffix, sandbox] of [
        ['', 'main'],
        ['~a.B_c-1', 'a.B_c-1'],
        [`~empty~${own}`, `empty~${own}`],
        ['~~checkout-7', 'checkout-7'],
      ]) {
        expect(send(`${word} ${' '.repeat(more)}${token}${suffix}`)).toMatchObject({ status: 200, sandbox })
      }
    }),
  )
})

test('any other character in a name makes the key invalid', () => {
  const place = fc.constantFrom('~', '~shipped~', '~~')
  const wrongName = fc
    .tuple(fc.string(), notInNames, fc.string())
    .map((parts) => parts.join(''))
    .filter((text) => !/[\n\r\u2028\u2029]/.test(text))
  fc.assert(
    fc.property(key, place, wrongName, (...parts) => {
      const { status, reason } = send(`Bearer ${parts.join('')}`)
      expect([status, reason]).toEqual([401, expect.stringMatching(/ names nothing$|^what follows/s)])
    }),
  )
})

test('a nearly right key is wrong', () => {
  const nearly = fc
    .tuple(key, fc.nat(), fc.constantFrom('drop', 'double', 'case', 'before', 'after'))
    .map(([token, at, how]) => {
      const index = at % token.length
      const letter = token.charAt(index)
      if (how === 'drop') return token.slice(0, index) + token.slice(index + 1)
      if (how === 'double') return token.slice(0, index) + letter + token.slice(index)
      if (how === 'before') return `x${token}`
      if (how === 'after') return `${token}x`
      return token.slice(0, index) + letter.toUpperCase() + token.slice(index + 1)
    })
  fc.assert(
    fc.property(nearly, (token) => {
      fc.pre(!KEYS.some((good) => token === good || token.startsWith(`${good}~`)))
      expect(send(`Bearer ${token}`)).toMatchObject({ status: 401, reason: expect.stringMatching(/ is not known$/) })
    }),
  )
})

test('no header throws, and only a good key is accepted', () => {
  const header = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'binary' }).map((text) => `Bearer ${text}`),
    fc.tuple(key, fc.string({ unit: 'binary' })).map(([token, text]) => `Bearer ${token}${text}`),
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

test('every sandbox has a key that leads to it', () => {
  for (const sandbox of ['main', 'shipped', 'shipped~worker-3', 'checkout-7']) {
    expect(send(`Bearer ${mock.sandbox(sandbox).apiKey}`)).toMatchObject({ status: 200, sandbox })
  }
})

test.each([[[]], [['']], [['two words']], [['tab\t']], [['schl\u00fcssel']], [['good', 'line\nend']]])(
  'the keys %j are refused',
  (keys) => {
    expect(() => new OrdersMock({ keys })).toThrow(/API key/)
  },
)
