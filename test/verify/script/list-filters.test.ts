import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import type { ShellCode } from '../../../src/verify/script/shell.js'
import { filterFor, pickFromList } from '../../../src/verify/script/list-filters.js'

const LIST = '[{"customer":{"id":77,"pets":[{"id":5}]},"id":1},\n{"id":2,"customer":{"id":77,"pets":[]}}]'
const nested = { isNested: true }
const named = (id: bigint) => [`${id}`]

test('orders with objects in them are counted, found and picked as orders', () => {
  expect(filtered(filterFor({ kind: 'count' }, named, nested))).toBe('2')
  expect(filtered(filterFor({ kind: 'repeated ids' }, named, nested))).toBe('')
  expect(filtered(filterFor({ kind: 'order', id: 2n }, named, nested))).toBe('"id":2,"customer":null')
  expect(filtered(filterFor({ kind: 'order', id: 77n }, named, nested))).toBe('')
  expect(filtered(pickFromList(1, nested))).toBe('2')
})

function filtered({ text: filter }: ShellCode): string {
  return execFileSync('bash', ['-c', `${filter} || true`], { input: LIST, encoding: 'utf8' }).trim()
}
