import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { runCommand } from '../cli/command.js'
import { temporaryFile } from '../temporary-file.js'
import { cancel, har, list } from '../traffic/entries.js'

// Files that people and programs really wrote, changed at random: whatever a file says, the command that reads it ends in
// words, and never in a failure of its own.

const NOWHERE = ['verify', 'http://127.0.0.1:1/v1', '--key', 'k']
const PACT = readFileSync('contracts/pacts/orders-client-store-orders-service.json', 'utf8')
const REPORT = { seed: 7, checks: [{ id: 'model.sequences', kind: 'model', result: 'failed', sequence: 3 }] }
const KNOWN = { baseline: 1, known: [{ check: 'model.sequences', reason: 'SHOP-7', until: '2999-12-31' }] }

const FILES: readonly (readonly [name: string, text: string, args: (file: string) => string[]])[] = [
  ['traffic.har', har([list(1, [7, 8]), cancel(2, 204), cancel(3, 409)]), (file) => ['audit', file]],
  ['pact.json', PACT, (file) => [...NOWHERE, '--checks', 'pact', '--pact', file]],
  [
    'states.json',
    '{"a pending order": [{"orderId": 7}], "a pet": {"petId": 1}}',
    (file) => [...NOWHERE, '--states', file],
  ],
  ['report.json', JSON.stringify(REPORT), (file) => [...NOWHERE, '--rerun', file]],
  ['known.json', JSON.stringify(KNOWN), (file) => [...NOWHERE, '--baseline', file]],
  ['default.yaml', readFileSync('fixtures/default.yaml', 'utf8'), (file) => ['scenarios', dirname(file)]],
]

/** What a hand, a merge or another program may put into a file. */
const PIECES = [
  ['', 'null', '{}', '[]', '"', '{', ']', ':', ',', '-', '1e400', '9223372036854775808', '\u0000'],
  ['\uFEFF', '\uD800', '__proto__', '&a', '*a', '<<: ', '\n', '\t', 'é'.repeat(300), '['.repeat(2_000)],
].flat()

/** A place, how much is taken away there, and what stands there instead. */
const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat({ max: 20 }),
  piece: fc.constantFrom(...PIECES),
})

test.each(FILES)('whatever %s says, the command that reads it ends in words', async (name, text, args) => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
      let changed = text
      for (const { at, length, piece } of changes) {
        const start = Math.floor(at * changed.length)
        changed = changed.slice(0, start) + piece + changed.slice(start + length)
      }
      const { code, stderr } = await runCommand(args(temporaryFile(name, changed)))
      expect({
        isKnown: [0, 1, 2, 3].includes(code ?? -1),
        stack: /^ +at |\bTypeError|internal/m.exec(stderr),
      }).toEqual({ isKnown: true, stack: null })
    }),
    { numRuns: 20 },
  )
})
