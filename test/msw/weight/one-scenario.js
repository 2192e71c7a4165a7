import { setupWorker } from 'msw/browser'
import { createOrdersHandlers } from 'orders-mock/msw'

const { handlers } = createOrdersHandlers({ baseUrl: '/v1', scenario: 'shipped' })
await setupWorker(...handlers).start()
