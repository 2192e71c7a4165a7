import { describe, expect, test } from 'vitest'
import { RULE_IDS } from '../../../src/verify/model/oracle/rules/rules.js'
import { check, failures } from '../model/check-provider.js'
import { ruleBrokenBy } from './check-once.js'
import { findable } from './found-by.js'

// What only several requests show together is the job of the model.
const broken = findable.filter(({ caughtBy }) => caughtBy === 'model')
const byOneRule = broken.filter((one) => one.check !== undefined)

describe.concurrent('the sequences of a rule show that it is broken', () => {
  test.each(byOneRule.filter(({ isBlamed }) => isBlamed))('$check: $name', async ({ start, check: id }) => {
    expect(`model.${await ruleBrokenBy(start, id)}`).toBe(id)
  })
})

describe.concurrent('the sequences of a rule show that another is broken', () => {
  test.each(byOneRule.filter(({ isBlamed }) => !isBlamed))('$check: $name', async ({ start, check: id }) => {
    expect(await ruleBrokenBy(start, id)).toBeDefined()
  })
})

describe.concurrent('the sequences of all rules show it', () => {
  test.each(broken.filter((one) => one.check === undefined))('$name', async ({ start }) => {
    expect(failures(await check(start, { seed: 7, runs: 100, minRuns: 100, bail: true }))).not.toEqual([])
  })
})

test('there is a provider for the sequences of every rule', () => {
  const ids = new Set(byOneRule.map((one) => one.check))
  expect(RULE_IDS.filter((id) => !ids.has(`model.${id}`))).toEqual([])
})
