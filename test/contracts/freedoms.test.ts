import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { OrdersMock } from '../../src/core/index.js'
import { createSchemaCheck } from '../../src/input/index.js'
import { freedoms, openPoints } from '../../src/spec/index.js'

// The table of freedoms is one file; what repeats it says the same.

const contracts = new URL('../../contracts/', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, contracts), 'utf8')
const namesOf = (choices: readonly { readonly name: string }[]) => choices.map(({ name }) => name)

test('the table has the form of its schema, and each name once', () => {
  const check = createSchemaCheck(JSON.parse(read('freedoms.schema.json')) as object)
  expect(check(parse(read('freedoms.yaml')))).toEqual([])
  expect(check([{ name: 'pet', section: 'Order', open: '', choices: [{ name: 'Given' }] }])).not.toEqual([])
  expect(new Set(namesOf(freedoms)).size).toBe(freedoms.length)
})

test('assumptions.md lists the freedoms, what each leaves open, the choices and the section', () => {
  const [, rows = ''] = read('assumptions.md').split('## Freedoms')
  const cells = rows.split('\n').filter((line) => line.startsWith('|'))
  const listed = cells.slice(2).map((line) =>
    line
      .slice(2, -2)
      .split(/ +\| +/)
      .map((cell) => cell.trim()),
  )
  const expected = freedoms.map(({ name, choices }) => {
    const { open, section } = openPoints[name]
    return [`\`${name}\``, open, `\`${namesOf(choices).join('`, `')}\``, section]
  })
  expect(listed).toEqual(expected)
})

test('a scenario takes the choices of the table, statuses as numbers too', () => {
  const { $defs } = JSON.parse(read('../fixtures/scenario.schema.json')) as {
    $defs: { FreedomChoices: { properties: Record<string, { enum: (string | number)[] }> } }
  }
  const taken = Object.entries($defs.FreedomChoices.properties).map(([name, schema]) => [name, schema.enum])
  const expected = freedoms.map(({ name, choices }) => {
    const statuses = namesOf(choices).filter((choice) => /^\d+$/.test(choice))
    return [name, [...namesOf(choices), ...statuses.map(Number)]]
  })
  expect(taken).toEqual(expected)
})

test('the scenario unlike is the default one with the last choice of each freedom', () => {
  const mock = new OrdersMock({ now: '2026-11-20T12:00:00Z' })
  const { title: _, description: _d, now: _n, ...usual } = mock.sandbox('default').state()
  const last = Object.fromEntries(freedoms.map(({ name, choices }) => [name, choices.at(-1)?.name]))
  expect(mock.sandbox('unlike').state()).toMatchObject({ ...usual, freedoms: { choices: last } })
})
