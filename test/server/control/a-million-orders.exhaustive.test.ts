import { expect, test } from 'vitest'
import { controlledServer, type ControlledServer } from './controlled-server.js'

for (const [what, line] of [
  ['replaces a state', 'PUT /sandboxes/main/state'],
  ['makes a sandbox', 'POST /sandboxes'],
] as const) {
  test(`who ${what} with a million orders lets others be served meanwhile`, { timeout: 120_000 }, async () => {
    const shop = await controlledServer({ scenario: 'empty' })
    const seeding = { isOver: false }
    const seeded = shop
      .control(line, { orders: [{ generate: { count: 1_000_000, status: 'pending' } }] })
      .then((response) => {
        seeding.isOver = true
        return response
      })
    const served = await countServed(shop, seeding)
    expect((await seeded).body).toMatchObject({ counts: { pending: 1_000_000, shipped: 0, cancelled: 0 } })
    expect(served).toBeGreaterThan(20)
  })
}

/** How many requests others had answered before the seeding was over. */
async function countServed({ api }: ControlledServer, seeding: { readonly isOver: boolean }): Promise<number> {
  let served = 0
  while (!seeding.isOver) {
    expect((await api('GET /store/orders', 'test-key~pending')).status).toBe(200)
    served += 1
  }
  return served
}
