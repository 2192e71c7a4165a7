import type { SandboxSummary } from '../../control-client/index.js'
import { listLine, sh } from '../../shell/index.js'
import { clientLines, fetchOf, literal } from '../parts/formats.js'

/** How a client reaches a sandbox: commands to paste, by where they go. */
export function readyLines({ apiKey, baseUrl, scenario }: SandboxSummary): Readonly<Record<string, string>> {
  return {
    curl: listLine({ apiKey, baseUrl }),
    fetch: `${fetchOf({ method: 'GET', url: `${baseUrl}/store/orders`, headers: { Authorization: `Bearer ${apiKey}` } })}
// An id may have more digits than a number holds: read ids as strings.
const json = (await response.text()).replace(/"(id|petId)":(-?\\d+)/g, '"$1":"$2"')
const orders = JSON.parse(json)`,
    client: clientLines({ apiKey, baseUrl }, 'listOrders()'),
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
