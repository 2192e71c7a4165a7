import { expect, test } from 'vitest'
import { BrokenRules } from '../../../src/verify/model/broken-rules.js'
import type { RuleId } from '../../../src/verify/model/oracle/rules/rules.js'

function broken(...found: readonly [rule: RuleId, explainedBy: readonly RuleId[], isRepeated?: boolean][]) {
  const rules = new BrokenRules()
  for (const [rule, explainedBy, isRepeated = true] of found)
    rules.add({ violation: { rule, explainedBy }, isRepeated })
  return rules
}

test('what is found later explains what was found before', () => {
  const rules = broken(
    ['refused-key-changes-nothing', ['shipped-is-refused', 'refused-key-changes-nothing']],
    ['shipped-is-refused', ['shipped-is-refused']],
  )
  expect([...rules.explained()]).toEqual([['refused-key-changes-nothing', 'shipped-is-refused']])
})

test('what was found before explains nothing that was found in spite of it', () => {
  const rules = broken(['shipped-is-refused', []], ['refused-key-changes-nothing', ['shipped-is-refused']])
  expect(rules.explained().size).toBe(0)
})

test('what a list or an answer shows by itself is explained by nothing', () => {
  const rules = broken(['new-orders-show-at-once', ['list-is-complete']], ['list-is-complete', []])
  expect(rules.explained().size).toBe(0)
})

test('rules that would explain each other are both broken', () => {
  const rules = broken(
    ['refused-key-changes-nothing', ['refused-unknown-changes-nothing']],
    ['refused-unknown-changes-nothing', ['refused-key-changes-nothing']],
  )
  expect(rules.explained().size).toBe(0)
})

test('what did not come again explains nothing', () => {
  const rules = broken(['refused-key-changes-nothing', ['shipped-is-refused']], ['shipped-is-refused', [], false])
  expect(rules.explained().size).toBe(0)
})

test('what is explained itself explains nothing, so that something is always left', () => {
  const rules = broken(
    ['large-ids-keep-digits', ['refused-key-changes-nothing']],
    ['refused-key-changes-nothing', ['shipped-is-refused']],
    ['shipped-is-refused', ['large-ids-keep-digits']],
  )
  expect([...rules.explained()]).toEqual([['refused-key-changes-nothing', 'shipped-is-refused']])
})
