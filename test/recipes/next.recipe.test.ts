import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { watch } from '../cli/command.js'
import { OrdersMock } from '../../src/core/index.js'
import { NEXT, makeRecipeProject, runTool, toolEnvironment } from './recipe-project.js'

const LAYOUT = `
import type { ReactNode } from 'react'

export default function Layout({ children }: { children: ReactNode }) {
  return <html lang="en"><body>{children}</body></html>
}
`

const PAGE = `
import { OrdersClient } from 'orders-mock/client'

export const dynamic = 'force-dynamic'

export default async function Page() {
  const client = new OrdersClient({ baseUrl: 'https://api.example.com/v1', apiKey: 'test-key', ids: 'string' })
  const orders = await client.listOrders()
  return <ul>{orders.map(({ id }) => <li key={id}>{\`Order \${id}\`}</li>)}</ul>
}
`

/** What the scenario that the recipe takes lists. */
const DEFAULT_IDS = new OrdersMock()
  .sandbox()
  .orders.all()
  .map(({ id }) => String(id))

const folder = await makeRecipeProject('Next', {
  packages: NEXT,
  fromPage: ['instrumentation.ts'],
  files: {
    'app/layout.tsx': LAYOUT,
    'app/page.tsx': PAGE,
    // Next then builds the recipe for this runtime, too, which has no Node.
    'app/edge/route.ts': "export const runtime = 'edge'; export const GET = () => new Response()",
    // Next fills in the rest.
    'tsconfig.json': '{ "compilerOptions": { "strict": true } }',
  },
})

test('a page of "next dev" lists the orders', async () => {
  await expect(ordersOf('dev')).resolves.toEqual(DEFAULT_IDS)
})

test.each(['turbopack', 'webpack'])(
  'a page of "next build --%s" and "next start" lists the orders',
  async (bundler) => {
    await runTool(folder, 'next', 'build', `--${bundler}`)
    await expect(ordersOf('start')).resolves.toEqual(DEFAULT_IDS)
  },
)

/** Starts Next with the mock in it, and reads its page. */
async function ordersOf(command: 'dev' | 'start'): Promise<(string | undefined)[]> {
  await using server = await startNext(command)
  const page = await (await fetch(server.address)).text()
  return Array.from(page.matchAll(/<li>Order (-?\d+)<\/li>/g), ([, id]) => id)
}

async function startNext(command: 'dev' | 'start'): Promise<AsyncDisposable & { address: string }> {
  const args = [command, '--port', '0', '--hostname', '127.0.0.1']
  const env = { ...toolEnvironment(), ORDERS_MOCK: 'on' }
  // A process group of its own, because it starts processes itself.
  const child = spawn(`${folder}/node_modules/.bin/next`, args, {
    cwd: folder,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { ended, printed } = watch(child)
  const end = async (): Promise<void> => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid)
    await ended
  }
  const [, address = ''] = await printed(/(http:\/\/127\.0\.0\.1:\d+)[^]*Ready/)
  return { address, [Symbol.asyncDispose]: end }
}
