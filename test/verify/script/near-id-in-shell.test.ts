import { expect, test } from 'vitest'
import { alikeIdInShell, nearIdInShell } from '../../../src/verify/model/runner/near-id-in-shell.js'
import { misreadAs, type Misreading, nearId, type Nearness } from '../../../src/verify/model/sequences/near-id.js'
import { plainText } from '../../../src/verify/script/shell-text.js'
import { canPaste, paste } from './paste.js'

const NEAR: readonly Nearness[] = [
  'one more',
  'one less',
  'two more',
  'two less',
  'as a double',
  'plus 2^16',
  'plus 2^32',
  'with the other sign',
  'without its last digit',
  'without its first digit',
  'its last digit',
  'its last two digits',
  'with one more digit',
]
const MISREAD: readonly Misreading[] = ['followed by a letter', 'plus 2^64']
const IDS = [7n, 101n, 9007199254740993n, 9007199254740995n, 123456789012345678n, 1234567890123456791n, -5n, -1001n]

test.skipIf(!canPaste)('the shell comes near an id exactly as the verifier does', async () => {
  const cases = IDS.flatMap((id) => [
    ...NEAR.flatMap((by) => {
      const near = nearId(id, by)
      return near === undefined || BigInt.asIntN(64, near) !== near ? [] : [{ id, by, text: `${near}` }]
    }),
    ...MISREAD.flatMap((by) => (id < 0n ? [] : [{ id, by, text: misreadAs(id, by) }])),
  ])
  const lines = cases.flatMap(({ id, by }) => {
    const inShell = nearIdInShell(by, id)
    return [`id=${id}`, `echo "${inShell === undefined ? 'literal' : plainText(inShell('id'))}"`]
  })
  const printed = (await paste(lines)).trim().split('\n')
  const wrong = cases.filter(({ text }, index) => printed[index] !== text && printed[index] !== 'literal')
  expect(wrong).toEqual([])
})

test.skipIf(!canPaste)('the shell makes an id of the text of another', async () => {
  const alike = [101n, 10n, 1n, 11010n, 5n].map((other) => alikeIdInShell(1101n, other))
  const lines = alike.map(
    (inShell) => `id=1101; echo "${inShell === undefined ? 'literal' : plainText(inShell('id'))}"`,
  )
  expect((await paste(lines)).trim().split('\n')).toEqual(['101', '10', '1', '11010', 'literal'])
})
