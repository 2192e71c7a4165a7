import { setupWorker } from 'msw/browser'
import { createOrdersHandlers } from '../../../src/msw/index.js'
import { showPanelButton } from '../../../src/msw/panel.js'

// The page of a front end whose API is mocked in it; what is behind the `#` of its address are options of the mock.

const options = JSON.parse(decodeURIComponent(location.hash.slice(1)))
const orders = createOrdersHandlers({ baseUrl: '/v1', persist: true, ...options })
globalThis.ordersMock = orders.mock
await setupWorker(...orders.handlers).start({ quiet: true, onUnhandledRequest: 'bypass' })
await orders.ready
if (options.control) globalThis.hidePanelButton = showPanelButton(orders)
document.title = 'ready'

/** Replaces members of what is stored of a sandbox. */
globalThis.damageStored = async (members) => {
  const database = await resultOf(indexedDB.open(await storeName()))
  const store = database.transaction('sandboxes', 'readwrite').objectStore('sandboxes')
  await resultOf(store.put({ ...(await resultOf(store.get(members.name))), ...members }))
  database.close()
}

/** Removes what is stored, as a person does in the tools of the browser. */
globalThis.removeStore = async () => {
  await resultOf(indexedDB.deleteDatabase(await storeName()))
}

async function storeName() {
  const [database] = await indexedDB.databases()
  return database.name
}

function resultOf(request) {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
}
