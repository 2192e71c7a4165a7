import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../server/persistence/temporary-folder.js'
import { ServeProcess } from './serve-process.js'

const ORDERS = 3000
const KEYS = ['test-key', 'test-key~many~b']
const CLIENTS = 6
/** What a server may say at its start: that the one before it was killed. */
const ONLY_TAKING_OVER = /^(?:orders-mock: The last server that used the data folder \S+ was killed\. .+\n)?$/

/** What became of the orders of one sandbox, as its clients know it. */
interface Known {
  readonly asked: Set<number>
  readonly acknowledged: Set<number>
}

/** Every sixth kill under load comes after one while the server starts. */
const ROUNDS = 24

test(
  'kill -9 under load: no acknowledged cancel is lost, no other order is touched',
  { timeout: 400_000 },
  async () => {
    const folder = temporaryFolder()
    const fixtures = join(folder, 'fixtures')
    mkdirSync(fixtures)
    writeFileSync(join(fixtures, 'many.yaml'), `orders: [generate: { count: ${ORDERS}, status: pending }]`)
    const data = join(folder, 'data')
    const args = ['--log', 'json', '--data', data, '--fixtures', fixtures, '--scenario', 'many']
    const known = new Map<string, Known>(KEYS.map((key) => [key, { asked: new Set(), acknowledged: new Set() }]))
    for (let round = 0; round < ROUNDS; round += 1) {
      if (round % 6 === 0) await killWhileStarting(args)
      await killUnderLoad(args, known)
    }
    const server = new ServeProcess(args)
    const { baseUrl } = await server.listening()
    for (const [key, { acknowledged }] of known) {
      expect(acknowledged.size).toBeGreaterThan(ROUNDS)
      await expectRefused(baseUrl, key, [...acknowledged].slice(-200))
    }
    expect(await server.end('SIGTERM')).toBe(0)
    expect(server.stderr).toMatch(ONLY_TAKING_OVER)
  },
)

async function killWhileStarting(args: readonly string[]): Promise<void> {
  const server = new ServeProcess(args)
  await sleep(Math.random() * 4000)
  await server.end('SIGKILL')
  expect(server.stderr).toMatch(ONLY_TAKING_OVER)
}

/** Checks what an earlier server left, then cancels from several clients at once until the server is killed. */
async function killUnderLoad(args: readonly string[], known: ReadonlyMap<string, Known>): Promise<void> {
  const server = new ServeProcess(args)
  const { baseUrl, controlUrl } = await server.listening()
  await Promise.all([...known].map(([key, each]) => expectKept(controlUrl, key, each)))
  const clients = Array.from({ length: CLIENTS }, (_, index) => {
    const key = KEYS[index % KEYS.length] ?? ''
    return cancelUntilCut(baseUrl, key, known.get(key) ?? { asked: new Set(), acknowledged: new Set() })
  })
  await sleep(10 + Math.random() * 120)
  await server.end('SIGKILL')
  await Promise.all(clients)
  expect(server.stderr).toMatch(ONLY_TAKING_OVER)
}

async function expectKept(controlUrl: string, key: string, { asked, acknowledged }: Known): Promise<void> {
  const sandbox = key.split('~').slice(1).join('~') || 'main'
  const response = await fetch(`${controlUrl}/sandboxes/${sandbox}/orders`)
  if (response.status === 404) {
    expect(acknowledged.size).toBe(0)
    return
  }
  const orders = (await response.json()) as { id: number; status: string }[]
  const lost = orders.filter(({ id, status }) => acknowledged.has(id) && status !== 'cancelled')
  const touched = orders.filter(({ id, status }) => !asked.has(id) && status !== 'pending')
  expect({ count: orders.length, lost, touched }).toEqual({ count: ORDERS, lost: [], touched: [] })
}

async function cancelUntilCut(baseUrl: string, key: string, { asked, acknowledged }: Known): Promise<void> {
  for (;;) {
    const id = 1 + Math.floor(Math.random() * ORDERS)
    if (asked.has(id)) continue
    asked.add(id)
    try {
      const { status } = await cancel(baseUrl, key, id)
      expect(status).toBe(204)
      acknowledged.add(id)
    } catch (error) {
      if (error instanceof TypeError) return
      throw error
    }
  }
}

async function expectRefused(baseUrl: string, key: string, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const response = await cancel(baseUrl, key, id)
    expect({ id, status: response.status, error: await response.json() }).toMatchObject({
      id,
      status: 409,
      error: { code: 'order_already_cancelled' },
    })
  }
}

function cancel(baseUrl: string, key: string, id: number): Promise<Response> {
  return fetch(`${baseUrl}/store/orders/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${key}` } })
}
