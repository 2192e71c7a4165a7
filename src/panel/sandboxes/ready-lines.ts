import type { SandboxSummary } from '../../control-client/index.js'
import { listLine, sh } from '../../shell/index.js'
import { literal } from '../requests/formats.js'

/** How a client reaches a sandbox: commands to paste, by where they go. */
export function readyLines({ apiKey, baseUrl, scenario }: SandboxSummary): Readonly<Record<string, string>> {
  const bearer = `Bearer ${apiKey}`
  return {
    curl: listLine({ apiKey, baseUrl }),
    fetch: `const response = await fetch(${literal(`${baseUrl}/store/orders`)}, {
  headers: { authorization: ${literal(bearer)} },
})
// An id may have more digits than a number holds: read ids as strings.
const json = (await response.text()).replace(/"(id|petId)":(-?\\d+)/g, '"$1":"$2"')
const orders = JSON.parse(json)`,
    client: `import { OrdersClient } from 'orders-mock/client'

const client = new OrdersClient({ baseUrl: ${literal(baseUrl)}, apiKey: ${literal(apiKey)} })
const orders = await client.listOrders() // their ids are bigints, every digit exact`,
    '.env': `VITE_ORDERS_URL=${baseUrl}\nVITE_ORDERS_KEY=${sh`${apiKey}`.text}`,
    Playwright: `import { expect, test } from 'orders-mock/playwright'

test.use({ scenario: ${literal(scenario)} })

test('an order can be cancelled', async ({ page, mock }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Cancel order 1' }).click()
  await expect.poll(() => mock.requests.count({ operation: 'cancelOrder', status: 204 })).toBe(1)
})`,
    // The same scenario behind the same address and key, in the page itself.
    msw: `import { setupWorker } from 'msw/browser'
import { createOrdersHandlers } from 'orders-mock/msw'

const { handlers } = createOrdersHandlers({
  baseUrl: ${literal(baseUrl)},
  keys: [${literal(apiKey)}],
  scenario: ${literal(scenario)},
})
await setupWorker(...handlers).start()`,
  }
}
