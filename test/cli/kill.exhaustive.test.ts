import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../temporary-file.js'
import { callApi, type Serving, startServing } from './command.js'

const ORDERS = 3000
const KEYS = ['test-key', 'test-key~many~b']
const ROUNDS = 8

/** What became of the orders of one sandbox, as its clients know it. */
interface Known {
  readonly asked: Set<number>
  readonly acknowledged: Set<number>
}

test('kill -9 under load: no acknowledged cancel is lost, no other order is touched', async () => {
  const [fixtures, data] = [temporaryFolder(), temporaryFolder()]
  writeFileSync(join(fixtures, 'many.yaml'), `orders: [generate: { count: ${ORDERS}, status: pending }]`)
  const args = ['--log', 'json', '--data', data, '--fixtures', fixtures, '--scenario', 'many']
  const known = new Map<string, Known>(KEYS.map((key) => [key, { asked: new Set(), acknowledged: new Set() }]))
  for (let round = 0; round < ROUNDS; round += 1) {
    await killUnderLoad(args, { data, known, cancels: 5 + ((round * 37) % 120) })
  }
  await using server = await startServing(args)
  const { baseUrl } = server
  for (const [key, { acknowledged }] of known) {
    expect(acknowledged.size).toBeGreaterThan(ROUNDS)
    await expectRefused(baseUrl, key, [...acknowledged].slice(-200))
  }
  server.child.kill('SIGTERM')
  expect(await server.ended).toMatchObject({ code: 0, stderr: '' })
})

/** Checks what an earlier server left, then cancels from several clients at once until the server is killed. */
async function killUnderLoad(
  args: readonly string[],
  { data, known, cancels }: { readonly data: string; readonly known: ReadonlyMap<string, Known>; cancels: number },
): Promise<void> {
  const server = await startServing(args)
  const { baseUrl, origin } = server
  await Promise.all([...known].map(([key, each]) => expectPersisted(`${origin}/__mock`, key, each)))
  let acknowledged = 0
  await new Promise<void>((resolve, reject) => {
    const acknowledge = (): void => {
      acknowledged += 1
      if (acknowledged === cancels) kill(server, data).catch(reject)
    }
    const clients = [...known, ...known, ...known].map(([key, each]) => cancelUntilCut(baseUrl, key, each, acknowledge))
    Promise.all(clients).then(() => resolve(), reject)
  })
}

/** Releases the folder as well, or the next server would wait for three seconds to be sure that nobody uses it. */
async function kill({ child, ended }: Pick<Serving, 'child' | 'ended'>, data: string): Promise<void> {
  child.kill('SIGKILL')
  expect((await ended).stderr).toBe('')
  writeFileSync(join(data, 'orders-mock-data'), '{"format":1}')
}

async function expectPersisted(controlUrl: string, key: string, { asked, acknowledged }: Known): Promise<void> {
  const sandbox = key.split('~').slice(1).join('~') || 'main'
  const response = await fetch(`${controlUrl}/sandboxes/${sandbox}/orders`)
  const isThere = response.status !== 404
  const orders = isThere ? ((await response.json()) as { id: number; status: string }[]) : []
  const cancelled = new Set(orders.flatMap(({ id, status }) => (status === 'cancelled' ? [id] : [])))
  const lost = [...acknowledged].filter((id) => !cancelled.has(id))
  const touched = orders.filter(({ id, status }) => !asked.has(id) && status !== 'pending')
  expect({ count: orders.length, lost, touched }).toEqual({ count: isThere ? ORDERS : 0, lost: [], touched: [] })
}

async function cancelUntilCut(baseUrl: string, key: string, known: Known, acknowledge: () => void): Promise<void> {
  const { asked, acknowledged } = known
  for (;;) {
    const id = 1 + Math.floor(Math.random() * ORDERS)
    if (asked.has(id)) continue
    asked.add(id)
    try {
      const { status } = await callApi({ baseUrl }, `DELETE /store/orders/${id}`, key)
      expect(status).toBe(204)
      acknowledged.add(id)
      acknowledge()
    } catch (error) {
      if (error instanceof TypeError) return
      throw error
    }
  }
}

async function expectRefused(baseUrl: string, key: string, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const response = await callApi({ baseUrl }, `DELETE /store/orders/${id}`, key)
    const { code } = (await response.json()) as { code: string }
    expect([id, response.status, code]).toEqual([id, 409, 'order_already_cancelled'])
  }
}
