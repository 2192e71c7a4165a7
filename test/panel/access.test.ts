import { expect } from 'vitest'
import { FOREIGN_HOST } from '../chromium.js'
import { freePort } from '../cli/command.js'
import { orderRow, submit, test } from './panel-test.js'

test('nothing is shown before the control token is given', async ({ open }) => {
  const { page } = await open({ serve: { host: '0.0.0.0', controlToken: 'sesame' } })
  await page.getByLabel('Control token').waitFor()
  await expect(page.getByRole('main').innerText()).resolves.not.toMatch(/pending|test-key|shipped/)
  for (const token of ['wrong', '“sesame”']) {
    await page.getByLabel('Control token').fill(token)
    await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Open the panel' }).click()])
    await page.getByRole('alert').getByText('Invalid token.').waitFor()
  }
  await submit(page, { 'Control token': 'sesame' }, 'Open the panel')
  await orderRow(page, '1').waitFor()
  await page.reload()
  await orderRow(page, '1').waitFor()
})

test('the link of the banner brings the token along, and it leaves the address', async ({ open }) => {
  const { server } = await open({ serve: { host: '0.0.0.0', controlToken: 'open sesame/+?' } })
  const path = (server.panelUrl ?? '').slice(server.origin.length)
  expect(path).toBe('/#token=open%20sesame%2F%2B%3F')
  const { page } = await open({ server, path })
  await orderRow(page, '1').waitFor()
  expect(page.url()).toBe(`${server.origin}/`)
  await page.goBack()
  expect(page.url()).toBe('about:blank')
})

test('an event stream that has fallen silent is opened again', async ({ open }) => {
  const { page } = await open({ isApart: true })
  await page.getByText('Live').waitFor()
  let streams = 0
  await page.route('**/__mock/events*', async (route) => {
    streams += 1
    await route.continue()
  })
  await page.clock.install()
  await page.reload()
  await page.getByText('Live').waitFor()
  expect(streams).toBe(1)
  await page.clock.fastForward(60_000)
  await expect.poll(() => streams).toBe(2)
})

test('the token of a restarted mock is asked for again, or comes with a link opened in the tab', async ({ open }) => {
  const serve = { host: '0.0.0.0', port: await freePort() }
  const { page, server } = await open({ serve: { ...serve, controlToken: 'old' }, path: '/#token=old' })
  await orderRow(page, '1').waitFor()
  await server.close()
  await open({ serve: { ...serve, controlToken: 'new' } })
  await page.getByLabel('Control token').waitFor()
  await page.evaluate("location.hash = 'token=new'")
  await orderRow(page, '1').waitFor()
  expect(new URL(page.url()).hash).toBe('')
})

test('a page under a name that is not this machine’s says why it shows nothing', async ({ open }) => {
  const { page } = await open({ host: FOREIGN_HOST })
  await page.getByRole('alert').getByText(`Host is ${FOREIGN_HOST}:`).waitFor()
  await expect(page.getByRole('main').innerText()).resolves.not.toMatch(/pending|test-key|shipped/)
})

const BLOCKED = `for (const kind of ['localStorage', 'sessionStorage'])
  Object.defineProperty(window, kind, { get() { throw new DOMException('blocked', 'SecurityError') } })`

test('a browser that blocks its storage opens the panel all the same, and takes no snapshot', async ({ open }) => {
  const serve = { host: '0.0.0.0', controlToken: 'sesame' }
  const { page } = await open({ serve, path: '/?view=sandboxes', isApart: true })
  await page.addInitScript(BLOCKED)
  await page.reload()
  await submit(page, { 'Control token': 'sesame' }, 'Open the panel')
  await page.getByRole('button', { name: 'Take snapshot' }).click()
  await page.getByRole('alert').getByText('The storage of this browser is full or blocked.').waitFor()
})

test('stored snapshots that are none do not keep the panel from opening', async ({ open }) => {
  const { page } = await open({ path: '/?view=sandboxes' })
  for (const rubbish of ['{', '7', '[null]', '[{"name":1}]']) {
    await page.evaluate(`localStorage.setItem('orders-mock snapshots', ${JSON.stringify(rubbish)})`)
    await page.reload()
    await page.getByText('stored in this browser').waitFor()
  }
})
