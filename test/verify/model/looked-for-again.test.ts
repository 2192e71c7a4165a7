import { expect, test } from 'vitest'
import type { Deviation } from '../providers/small-provider.js'
import { checkSmall, stepsOf } from './check-provider.js'

/** Shows an order again in lists that show several shipped ones among others: what was left over shows it first. */
const showsAgain: Deviation = (usual, store) => ({
  listOrders: async () => {
    const shown = store.orders.map((order) => usual.show(order))
    const shipped = store.orders.filter(({ status }) => status === 'shipped')
    return usual.json(200, shipped[1] === undefined || shown.length < 4 ? shown : [...shown, usual.show(shipped[1])])
  },
})

test('what only left-over orders showed is looked for by the sequences of its rule', async () => {
  const report = await checkSmall(showsAgain, { runs: 1 })
  const id = 'model.ids-are-unique'
  const { message } = report.checks.find((check) => check.id === id) ?? {}
  expect(message).toMatch(/^The list shows several orders with the same id: \d+\.$/)
  expect(stepsOf(report, id)).toHaveLength(6)
})
