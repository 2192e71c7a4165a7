import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { missingCommands } from '../on-this-machine.js'
import { temporaryFolder } from '../temporary-file.js'
import { callApi, freePort, type Serving, startServing, watch } from './command.js'

// Three processes behind the nginx of contracts/nginx.conf, and a hundred workers who take them for one mock.

const WORKERS = 100
const NODES = ['a', 'b', 'c'] as const
const missing = missingCommands('nginx')

beforeEach(({ skip }) => skip(missing !== undefined, missing))

/** Who uses a sandbox: some name it by their key, some name it themselves, some leave its name to the process. */
interface Worker {
  readonly index: number
  readonly sandbox: string
  readonly apiKey: string
}

test('a hundred workers share three processes, one of which is killed and replaced', async () => {
  const folder = temporaryFolder()
  const serve = (node: string, port = 0): Promise<Serving> =>
    startServing(['--node', node, '--port', String(port), '--data', join(folder, node), '--scenario', 'empty'])
  const nodes = await Promise.all(NODES.map((node) => serve(node)))
  onTestFinished(async () => {
    for (const node of nodes) await node[Symbol.asyncDispose]()
  })
  const origin = await startNginx(folder, nodes)

  const workers = await Promise.all(Array.from({ length: WORKERS }, (_, index) => startWorker(origin, index)))
  await Promise.all(workers.map((worker) => useSandbox(origin, worker)))
  const held = await Promise.all(nodes.map(({ origin: own }) => sandboxesOf(own)))
  expect(held.flat().toSorted()).toEqual(workers.map(({ sandbox }) => sandbox).toSorted())
  expect(Math.min(...held.map(({ length }) => length))).toBeGreaterThan(WORKERS / 10)
  for (const [index, names] of held.entries()) {
    const madeUp = names.filter((name) => name.includes('.'))
    expect(madeUp.filter((name) => !name.startsWith(`${NODES[index]}.sandbox-`))).toEqual([])
  }

  const [, killed] = nodes
  killed?.child.kill('SIGKILL')
  await killed?.ended
  const cancels = workers.map((worker) => cancelInTheEnd(origin, worker))
  nodes[1] = await serve('b', killed?.port)
  const isOfKilled = ({ sandbox }: Worker): boolean => held[1]?.includes(sandbox) === true
  expect(await Promise.all(cancels)).toEqual(workers.map((worker) => (isOfKilled(worker) ? [502, 204] : [204])))
  await Promise.all(workers.map((worker) => expectOrders(origin, worker, 'cancelled')))
})

test('a name in a large body leads where its hash is, one with an escape is rejected', async () => {
  const nodes = await Promise.all(NODES.map((node) => startServing(['--node', node])))
  onTestFinished(async () => {
    for (const node of nodes) await node[Symbol.asyncDispose]()
  })
  const origin = await startNginx(temporaryFolder(), nodes)
  const orders = Array.from({ length: 60_000 }, (_, index) => ({ id: index + 1, status: 'pending', quantity: 12_345 }))
  for (const name of ['large-1', 'large-2', 'large-3']) {
    await control(origin, '/sandboxes', { orders, name })
    await expect(control(origin, `/sandboxes/${name}`)).resolves.toMatchObject({ name })
  }
  const body = String.raw`{"name":"ch\u0065ckout"}`
  const refused = await fetch(`${origin}/__mock/sandboxes`, { method: 'POST', body })
  expect(refused.status).toBe(400)
  await expect(refused.json()).resolves.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('(a name with an escape)') as string,
  })
  expect((await Promise.all(nodes.map(({ origin: own }) => sandboxesOf(own)))).flat().toSorted()).toEqual([
    'large-1',
    'large-2',
    'large-3',
  ])
})

test('a 502 is an Error object that pages may read', async () => {
  const origin = await startNginx(temporaryFolder(), [])
  const response = await fetch(`${origin}/v1/store/orders`)
  expect(response.status).toBe(502)
  expect(response.headers.get('access-control-allow-origin')).toBe('*')
  await expect(response.json()).resolves.toMatchObject({ code: 'no_answer', status: 502 })
})

/** Gets a sandbox that starts with order 1, pending. */
async function startWorker(origin: string, index: number): Promise<Worker> {
  const orders = [{ id: 1, status: 'pending' }]
  if (index % 3 === 0) {
    const sandbox = `empty~worker-${index}`
    await control(origin, `/sandboxes/${sandbox}/orders`, { id: 1 })
    return { index, sandbox, apiKey: `test-key~${sandbox}` }
  }
  const name = index % 3 === 1 ? { name: `checkout-${index}` } : {}
  const made = await control(origin, '/sandboxes', { ...name, scenario: 'empty', orders })
  const { name: sandbox, apiKey } = made as { name: string; apiKey: string }
  return { index, sandbox, apiKey }
}

/** Sets up, asks and counts; whatever another worker does to the sandbox shows. */
async function useSandbox(origin: string, worker: Worker): Promise<void> {
  const { index, sandbox, apiKey } = worker
  await control(origin, `/sandboxes/${sandbox}/orders`, { id: 2, quantity: index + 1 })
  const query = String(new URLSearchParams({ sandbox }))
  const state = await control(origin, `/provider-states?${query}`, { state: 'a shipped order' })
  const { orderId } = state as { orderId: number }
  await expect(statusOf(origin, apiKey, `DELETE /store/orders/${orderId}`)).resolves.toBe(409)
  await expect(statusOf(origin, apiKey, 'GET /store/orders')).resolves.toBe(200)
  await expect(control(origin, `/sandboxes/${sandbox}/requests/count`)).resolves.toEqual({ count: 2, evicted: 0 })
  await expectOrders(origin, worker, 'pending')
}

/**
 * Cancels until that succeeds: while its process is away there is a 502. A cancel is answered once it is made, so none is
 * made twice.
 *
 * @returns the statuses that the worker sees
 */
async function cancelInTheEnd(origin: string, { apiKey }: Worker): Promise<number[]> {
  const seen = new Set<number>()
  while (!seen.has(204)) {
    if (seen.size > 0) await sleep(100)
    seen.add(await statusOf(origin, apiKey, 'DELETE /store/orders/1'))
  }
  return [...seen]
}

/** The orders of the worker alone: the first has this status, the others are those that it has made. */
async function expectOrders(origin: string, { index, sandbox }: Worker, first: string): Promise<void> {
  await expect(control(origin, `/sandboxes/${sandbox}/orders`)).resolves.toMatchObject([
    { id: 1, status: first },
    { id: 2, status: 'pending', quantity: index + 1 },
    { id: 3, status: 'shipped' },
  ])
}

async function sandboxesOf(origin: string): Promise<string[]> {
  const { sandboxes } = (await control(origin, '/sandboxes')) as { sandboxes: { name: string }[] }
  return sandboxes.map(({ name }) => name).filter((name) => name !== 'main')
}

async function control(origin: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${origin}/__mock${path}`, body && { method: 'POST', body: JSON.stringify(body) })
  const answer: unknown = await response.json()
  expect({ path, isGood: response.ok, answer }).toEqual({ path, isGood: true, answer })
  return answer
}

async function statusOf(origin: string, apiKey: string, line: string): Promise<number> {
  const response = await callApi({ baseUrl: `${origin}/v1` }, line, apiKey)
  await response.arrayBuffer()
  return response.status
}

/** Starts nginx with the configuration of the documentation; only its ports are others. */
async function startNginx(folder: string, nodes: readonly Serving[]): Promise<string> {
  const port = await freePort()
  const documented = readFileSync(new URL('../../contracts/nginx.conf', import.meta.url), 'utf8')
  expect(documented.match(/\blisten .*/g)?.every((line) => line.includes(' 127.0.0.1:4010'))).toBe(true)
  const ports: Readonly<Record<string, number | undefined>> = {
    '4010': port,
    '4011': nodes[0]?.port ?? 1,
    '4012': nodes[1]?.port ?? 1,
    '4013': nodes[2]?.port ?? 1,
  }
  const server = documented.replaceAll(/\b401[0-3]\b/g, (number) => String(ports[number]))
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`)
  const main = `daemon off; pid nginx.pid; error_log stderr notice; events {}
    http { access_log off; ${temporary.join(' ')} ${server} }`
  writeFileSync(join(folder, 'nginx.conf'), process.getuid?.() === 0 ? `user root; ${main}` : main)
  const nginx = watch(spawn('nginx', ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')]))
  onTestFinished(async () => void (await nginx.end()))
  // It listens before it starts its workers.
  await expect.poll(nginx.stderr).toContain('start worker process ')
  return `http://127.0.0.1:${port}`
}
