import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { OrdersMock } from '../../../src/core/index.js'
import { readAuthorization } from '../../../src/core/http/api-key.js'

const KEYS = ['test-key', 'other', 'other~key']

const key = fc.constantFrom(...KEYS)
const name = fc.stringMatching(/^[A-Za-z0-9._-]{1,100}$/)
const scheme = fc
  .tuple(...Array.from('bearer', (letter) => fc.constantFrom(letter, letter.toUpperCase())))
  .map((letters) => letters.join(''))
/** Text that no name may contain. */
const notInNames = fc.string({ unit: 'binary', minLength: 1 }).filter((text) => !/^[A-Za-z0-9._~-]*$/.test(text))

test('a good key leads to main, however the scheme is written', () => {
  fc.assert(
    fc.property(scheme, fc.nat({ max: 5 }), key, (word, more, token) => {
      const reading = readAuthorization(`${word} ${' '.repeat(more)}${token}`, KEYS)
      expect(reading).toMatchObject({ kind: 'key', target: { kind: 'main' } })
    }),
  )
})

test('a scenario after a key leads to the sandbox of that name', () => {
  fc.assert(
    fc.property(fc.constantFrom('test-key', 'other~key'), name, (token, scenario) => {
      expect(readAuthorization(`Bearer ${token}~${scenario}`, KEYS)).toMatchObject({
        kind: 'key',
        target: { kind: 'scenario', scenario, sandbox: scenario },
      })
    }),
  )
})

test('a scenario and a name after a key lead to a sandbox named after both', () => {
  fc.assert(
    fc.property(fc.constantFrom('test-key', 'other~key'), name, name, (token, scenario, own) => {
      expect(readAuthorization(`Bearer ${token}~${scenario}~${own}`, KEYS)).toMatchObject({
        kind: 'key',
        target: { kind: 'scenario', scenario, sandbox: `${scenario}~${own}` },
      })
    }),
  )
})

test('two tildes and a name after a key lead to an existing sandbox', () => {
  fc.assert(
    fc.property(key, name, (token, sandbox) => {
      expect(readAuthorization(`Bearer ${token}~~${sandbox}`, KEYS)).toMatchObject({
        kind: 'key',
        target: { kind: 'existing', sandbox },
      })
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
      expect(readAuthorization(`Bearer ${parts.join('')}`, KEYS).kind).toBe('misnamed')
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
      expect(readAuthorization(`Bearer ${token}`, KEYS).kind).toBe('invalid')
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
      const reading = readAuthorization(authorization, KEYS)
      const isGood = KEYS.some((good) => new RegExp(`^bearer +${good}(~|$)`, 'i').test(authorization))
      expect(reading.kind === 'key' && !isGood).toBe(false)
    }),
    { numRuns: 1000 },
  )
})

test('a redacted key is never the key itself', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[!-}]{1,40}$/), (good) => {
      const reading = readAuthorization(`Bearer ${good}~shipped~w1`, [good])
      expect(reading).toMatchObject({ kind: 'key' })
      expect(reading.kind === 'key' && reading.redacted.startsWith(good)).toBe(false)
      expect(reading.kind === 'key' && reading.redacted.endsWith('…~shipped~w1')).toBe(true)
    }),
  )
})

test('every sandbox has a key that leads to it', () => {
  const mock = new OrdersMock({ keys: ['a~b', 'a'] })
  mock.createSandbox({ name: 'checkout-7' })
  mock.sandbox('shipped')
  mock.sandbox('shipped~worker-3')
  for (const { name: sandbox, apiKey } of mock.sandboxes) {
    mock.handle({ method: 'GET', path: '/store/orders', authorization: `Bearer ${apiKey}` })
    expect(mock.sandbox(sandbox).requests.count(), apiKey).toBe(1)
  }
})

test.each([[[]], [['']], [['two words']], [['tab\t']], [['schl\u00fcssel']], [['good', 'line\nend']]])(
  'the keys %j are refused',
  (keys) => {
    expect(() => new OrdersMock({ keys })).toThrow(/API key/)
  },
)
