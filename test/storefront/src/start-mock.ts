import { setupWorker } from 'msw/browser'
import type { ScenarioDocument } from 'orders-mock'
import { createOrdersHandlers } from 'orders-mock/msw'
import busy from '../scenarios/busy.json'
import { ORDERS_URL } from './settings.ts'

/** Answers the API and the control API inside the page, by the service worker that `npx msw init public` has laid there. */
export async function startMock(): Promise<void> {
  // TypeScript reads the texts of a JSON file as any text.
  const scenarios = { busy: busy as ScenarioDocument }
  const { handlers } = createOrdersHandlers({ baseUrl: ORDERS_URL, scenarios, control: true })
  await setupWorker(...handlers).start({ onUnhandledRequest: 'bypass', quiet: true })
}
