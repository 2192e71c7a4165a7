import type { SandboxSummary } from '../../control-client/index.js'
import { quote } from '../requests/request-lines.js'

/** Lines to paste, by where they go. */
export function readyLines({
  apiKey,
  baseUrl,
  scenario,
}: Pick<SandboxSummary, 'apiKey' | 'baseUrl' | 'scenario'>): Readonly<Record<string, string>> {
  const bearer = `Bearer ${apiKey}`
  return {
    curl: `curl -H ${quote(`Authorization: ${bearer}`)} ${quote(`${baseUrl}/store/orders`)}`,
    fetch: `const response = await fetch(${literal(`${baseUrl}/store/orders`)}, {
  headers: { authorization: ${literal(bearer)} },
})
const orders = await response.json()`,
    '.env': `ORDERS_API_URL=${baseUrl}\nORDERS_API_KEY=${quote(apiKey)}`,
    Playwright: `await page.route('**/v1/**', async (route) => {
  const headers = { ...route.request().headers(), authorization: ${literal(bearer)} }
  await route.continue({ headers })
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

/** A string of JavaScript. */
function literal(text: string): string {
  return /['\\]/.test(text) ? JSON.stringify(text) : `'${text}'`
}
