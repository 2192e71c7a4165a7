import { deflateRawSync } from 'node:zlib'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { orderIds, orderRow, press, said, submit, test } from './panel-test.js'

const path = '/?view=sandboxes'

test('another sandbox is shown, changed and in the address while the page connects; Back works', async ({ open }) => {
  const { page, server } = await open()
  server.mock.createSandbox({ name: 'other', scenario: 'empty' })
  const answer = new AbortController()
  const isAnswered = once(answer.signal, 'abort')
  await page.route('**/__mock/scenarios', (route) => isAnswered.then(() => route.continue()))
  await page.reload()
  await page.getByRole('combobox', { name: 'Sandbox' }).selectOption('other')
  await page.getByText('No orders yet').waitFor()
  await page.keyboard.press('n')
  await page.getByRole('dialog').getByRole('button', { name: 'Add order' }).click()
  const done = page.getByRole('status').getByText('Order added')
  await done.waitFor()
  await page.getByText('Connecting').waitFor()
  answer.abort()
  await page.getByText('Live', { exact: true }).waitFor()
  await expect(done.isVisible()).resolves.toBe(true)
  expect(new URL(page.url()).search).toBe('?sandbox=other')
  await page.goBack()
  await orderRow(page, '1').waitFor()
  // While another one loads, nothing in the top bar moves.
  await page.route('**/clock', () => {})
  await page.getByRole('combobox', { name: 'Sandbox' }).selectOption('other')
  await page.getByText('Loading…').waitFor()
  await expect(page.getByRole('link', { name: 'API reference' }).isVisible()).resolves.toBe(true)
})

test('a sandbox is reset to a scenario, created under a free and valid name, and deleted', async ({ open }) => {
  const { page, server, main } = await open({ path })
  await page.getByRole('button', { name: 'Reset to this (shipped)' }).click()
  await page.getByRole('button', { name: 'Reset main to shipped' }).waitFor()
  main.orders.add({})
  await page.getByRole('region', { name: 'Situation' }).getByText('1 pending').waitFor()
  await page.getByRole('button', { name: 'Reset main to shipped' }).click()
  await page.getByRole('region', { name: 'Situation' }).getByText('0 pending').waitFor()
  server.mock.createSandbox({ name: 'taken' })
  await page.getByRole('button', { name: 'New sandbox' }).click()
  const name = page.getByLabel('Name', { exact: true })
  const create = page.getByRole('button', { name: 'Create sandbox' })
  await name.fill('taken')
  await create.click()
  await page.getByRole('dialog').getByRole('alert').getByText('taken').waitFor()
  await name.fill('the checkout')
  await create.click()
  await page.getByText('Use up to 100 letters, digits, dots, dashes and underscores.').waitFor()
  await name.fill('checkout-7')
  await page.getByLabel('Scenario', { exact: true }).selectOption('sparse')
  await create.click()
  await page.getByRole('heading', { name: 'checkout-7' }).waitFor()
  expect(server.mock.existingSandbox('checkout-7').scenario).toBe('sparse')
  await page.getByRole('button', { name: 'Delete checkout-7' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('heading', { name: 'main' }).waitFor()
  expect(server.mock.sandboxes.map((sandbox) => sandbox.name)).toEqual(['main', 'taken'])
})

test('fifty sandboxes leave the scenarios in sight, are found in any case, and deleted at once', async ({ open }) => {
  const { page, server } = await open({ path })
  for (let count = 1; count <= 50; count += 1) server.mock.createSandbox({ name: `Worker-${count}` })
  const list = page.getByRole('region', { name: 'All sandboxes' })
  await list.getByText('51', { exact: true }).waitFor()
  await expect.poll(() => list.boundingBox().then((box) => box?.height)).toBeLessThan(600)
  await page.getByLabel('Search sandboxes').fill('workER-4')
  const select = (name: string) => list.getByRole('checkbox', { name: `Select sandbox ${name}`, exact: true })
  for (const name of ['Worker-4', 'Worker-42']) await select(name).check()
  // The connection is lost after the first one.
  await page.route('**/Worker-4', (route) => route.abort(), { times: 1 })
  await list.getByRole('button', { name: 'Delete 2 sandboxes' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.getByText('No response from').waitFor()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await list.getByText('49', { exact: true }).waitFor()
  const names = server.mock.sandboxes.map(({ name }) => name)
  expect([names.includes('Worker-4'), names.includes('Worker-42'), names.length]).toEqual([false, false, 49])
  server.mock.createSandbox({ name: 'Worker-4' })
  await expect(select('Worker-4').isChecked()).resolves.toBe(false)
  // The question whether to delete a sandbox does not return for another one.
  await select('Worker-41').check()
  await page.getByRole('button', { name: 'Delete Worker-41' }).click()
  server.mock.deleteSandbox('Worker-41')
  await select('Worker-41').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await select('Worker-43').check()
  await page.getByRole('button', { name: 'Delete Worker-43' }).waitFor()
  await expect(dialog.count()).resolves.toBe(0)
})

test('a sandbox that somebody else deletes is reported as gone, and not made again by looking', async ({ open }) => {
  const { page, server } = await open()
  // Before the page looks: the news that it was created would come late, perhaps after it was deleted.
  server.mock.sandbox('shipped~w3')
  await page.goto(`${server.origin}/?sandbox=shipped~w3`)
  await orderRow(page, '1').waitFor()
  await page.keyboard.press('n')
  await page.getByRole('dialog').getByLabel('Pet').focus()
  server.mock.deleteSandbox('shipped~w3')
  await page.getByRole('heading', { name: 'Sandbox “shipped~w3” not found' }).waitFor()
  // It has the focus, but nothing to press.
  const outline = `document.activeElement.tagName + ' ' + getComputedStyle(document.activeElement).outlineStyle`
  await expect.poll(() => page.evaluate(outline)).toBe('H1 none')
  expect(server.mock.sandboxes.map(({ name }) => name)).toEqual(['main'])
  await page.getByRole('button', { name: 'Create it' }).click()
  await orderRow(page, '1').waitFor()
})

test.for([
  ['YAML', 'int64.yaml', '- id: 9223372036854775807'],
  ['JSON', 'int64.json', '"id": 9223372036854775807'],
] as const)('a sandbox is saved as %s and loaded from it, with every digit', async ([format, name, line], { open }) => {
  const { page, server } = await open({ path: '/?sandbox=int64&view=sandboxes' })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: `Save as ${format}` }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(name)
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain(line)
  const before = server.mock.sandbox('int64').orders.all()
  server.mock.sandbox('int64').orders.remove('9223372036854775807')
  const buffer = Buffer.from(text)
  await page.getByLabel('Load scenario file').setInputFiles({ name, mimeType: 'text/plain', buffer })
  await said(page, `${name} loaded`)
  expect(server.mock.sandbox('int64').orders.all()).toEqual(before)
})

test('a link carries the state to a new sandbox of another mock; a large one becomes a file', async ({ open }) => {
  const { page, server, main } = await open()
  await orderRow(page, '1').waitFor()
  main.orders.add({ id: '9223372036854775807', status: 'shipped' })
  main.faults.set([{ kind: 'status', status: 503, operation: 'getPet' }])
  await press(page, 'Copy link', 'Link copied')
  const link = new URL(await page.evaluate<string>('navigator.clipboard.readText()'))
  const other = await open({ path: `/${link.hash}`, serve: { scenario: 'empty' } })
  const dialog = other.page.getByRole('dialog', { name: 'Open the shared state?' })
  await dialog.getByText('Contains 10 orders, 1 fault').waitFor()
  expect(other.page.url()).toBe(`${other.server.origin}/`)
  await dialog.getByRole('button', { name: 'Open in a new sandbox' }).click()
  await orderRow(other.page, '9223372036854775807').getByText('shipped').waitFor()
  expect(other.main.orders.all()).toEqual([])
  const [, made] = other.server.mock.sandboxes
  expect(made?.faults.all()).toEqual(main.faults.all())
  await page.goto(`${server.origin}/?sandbox=large`)
  await orderIds(page)
  const download = page.waitForEvent('download')
  await press(page, 'Copy link', 'saved as a file')
  expect((await download).suggestedFilename()).toBe('large.yaml')
})

test.for([
  ['lacks a part', 'q1bKL0pJ', 'This link is incomplete'],
  [
    'would become many megabytes',
    deflateRawSync(Buffer.alloc(2 ** 23, ' ')).toString('base64url'),
    'This link carries more than 4 MiB',
  ],
] as const)('a link that %s says so, and creates nothing', async ([, packed, message], { open }) => {
  const { page, server } = await open({ path: `/#situation=${packed}` })
  await page.getByRole('dialog').getByRole('alert').getByText(message).waitFor()
  expect(server.mock.sandboxes).toHaveLength(1)
})

test('snapshots are kept in the browser, from two tabs too, and the sandbox returns to them', async ({ open }) => {
  const { page, server, main } = await open({ path })
  const { orders } = main
  const before = orders.all()
  await submit(page, { 'Name of a new snapshot': 'before checkout' }, 'Take snapshot')
  const restore = (name: string) => page.getByRole('button', { name: `Restore snapshot ${name}` })
  await restore('before checkout').waitFor()
  orders.remove(1)
  orders.ship(5)
  await page.reload()
  await restore('before checkout').click()
  await said(page, 'main is now at “before checkout”')
  expect(orders.all()).toEqual(before)
  await submit(page, { 'Name of a new snapshot': 'x'.repeat(300) }, 'Take snapshot')
  const item = page.getByRole('listitem').filter({ hasText: 'xxx' })
  await expect.poll(() => item.boundingBox().then((box) => box?.height)).toBeLessThan(80)
  // It is in no history, so the page asks.
  const remove = async (name: string, answer = 'Delete'): Promise<void> => {
    await page.getByRole('button', { name: `Delete snapshot ${name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: answer, exact: true }).click()
  }
  await remove('xxx')
  await item.waitFor({ state: 'detached' })
  await remove('before checkout', 'Keep')
  await restore('before checkout').waitFor()
  await remove('before checkout')
  await restore('before checkout').waitFor({ state: 'detached' })
  const { page: other } = await open({ server, path })
  const take = async (tab: typeof page): Promise<void> => {
    await tab.getByRole('button', { name: 'Take snapshot' }).click()
  }
  await take(page)
  await restore('Snapshot 1').waitFor()
  await take(other)
  await other.getByRole('button', { name: 'Restore snapshot Snapshot 2' }).waitFor()
  await page.reload()
  await restore('Snapshot 2').waitFor()
  await remove('Snapshot 1')
  await restore('Snapshot 1').waitFor({ state: 'detached' })
  await take(page)
  await restore('Snapshot 1').waitFor()
  await restore('Snapshot 2').waitFor()
  // No other file is a scenario.
  const file = { name: 'it.json', mimeType: 'application/json', buffer: Buffer.from('{"orders": "many"}') }
  await page.getByLabel('Load scenario file').setInputFiles(file)
  await page.getByRole('alert').getByText('orders').waitFor()
})

test('a deep link shows its sandbox, made from its scenario; lines to paste read exact ids', async ({ open }) => {
  const { page, server } = await open({ path: '/?sandbox=shipped~w3' })
  await expect(orderIds(page)).resolves.toEqual(['1', '2', '3'])
  await expect(page.getByRole('combobox', { name: 'Sandbox' }).inputValue()).resolves.toBe('shipped~w3')
  expect(server.mock.sandboxes.map(({ name }) => name)).toEqual(['main', 'shipped~w3'])
  await page.getByRole('link', { name: 'Sandboxes' }).click()
  const expected = {
    curl: `curl -H 'Authorization: Bearer test-key~shipped~w3' '${server.baseUrl}/store/orders'`,
    fetch: `Authorization: 'Bearer test-key~shipped~w3'`,
    client: `apiKey: 'test-key~shipped~w3'`,
    '.env': `VITE_ORDERS_URL=${server.baseUrl}\nVITE_ORDERS_KEY='test-key~shipped~w3'`,
    Playwright: `test.use({ scenario: 'shipped' })`,
    msw: `keys: ['test-key~shipped~w3']`,
  }
  for (const [kind, text] of Object.entries(expected)) {
    await page.getByRole('button', { name: kind, exact: true }).click()
    await expect(page.getByRole('group', { name: `${kind} lines` }).innerText()).resolves.toContain(text)
  }
  await page.goto(`${server.origin}/?sandbox=int64&view=sandboxes`)
  await page.getByRole('button', { name: 'fetch', exact: true }).click()
  const lines = await page.getByRole('group', { name: 'fetch lines' }).innerText()
  const ids = await page.evaluate<string[]>(`(async () => { ${lines}; return orders.map(({ id }) => id) })()`)
  expect(ids).toContain('9223372036854775807')
})
