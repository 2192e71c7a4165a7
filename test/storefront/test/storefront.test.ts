import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { said, test } from './storefront-test.js'

// What differs between a server and a service worker is how an answer travels: two tests look at both.
const PLACES = ['server', 'worker'] as const

const DATE: unknown = expect.stringMatching(/^\w+ \d+, \d{4}$/)

test.for(PLACES)('an order is shown with the members that it has, %s', async (place, { open }) => {
  const page = await open(place, { scenario: 'sparse' })
  await messages(page, '7 orders').waitFor()
  const cards = await page.getByRole('article').all()
  const rows = await Promise.all(cards.map((card) => card.getByRole('definition').allInnerTexts()))
  const none = 'not given'
  expect(rows).toEqual([
    [none, none, none, none],
    [none, none, none, 'Pet 12'],
    ['1', none, none, none],
    [none, DATE, none, none],
    [none, none, 'no', none],
    ['2', DATE, none, 'Pet 11'],
    [none, none, 'yes', none],
  ])
})

test.for(PLACES)('ids keep every digit on their way to the page and back, %s', async (place, { open }) => {
  const page = await open(place, { scenario: 'int64' })
  await cancel(page, '9007199254740993')
  await messages(page, 'Order 9007199254740993 is cancelled.').waitFor()
  await expect(page.getByRole('heading', { level: 2 }).allInnerTexts()).resolves.toEqual([
    'Order 0',
    'Order 9007199254740991',
    'Order 9007199254740992',
    'Order 9007199254740993',
    'Order 9223372036854775806',
    'Order 9223372036854775807',
    'Order -1',
    'Order -9223372036854775808',
  ])
  await expect(page.getByRole('button', { name: /^Cancelled/ }).allTextContents()).resolves.toEqual([
    'Cancelled order 9007199254740993',
  ])
})

test('an order counts as cancelled at once, and no longer where the store refuses', async ({ open }) => {
  const page = await open('server', { scenario: 'default' })
  const labels = await recordButtons(page)
  await cancel(page, '1')
  await messages(page, 'Order 1 is cancelled.').waitFor()
  await cancel(page, '2')
  await messages(page, 'Order 2 can no longer be cancelled.').waitFor()
  await expect(labels()).resolves.toEqual(['Cancelled order 1', 'Cancelled order 2', 'Cancel order 2'])
  await expect(page.getByRole('button', { name: 'Cancelled order 1' }).getAttribute('aria-disabled')).resolves.toBe(
    'true',
  )
  await cancel(page, '2')
  await messages(page, 'Order 2 can no longer be cancelled.').nth(1).waitFor()
})

test('what a busy store turns away is tried again, and what is gone is told', async ({ open }) => {
  const page = await open('server', { scenario: 'busy' })
  await cancel(page, '1')
  await messages(page, 'Order 1 is cancelled.').waitFor()
  await expect(said(page)).resolves.toEqual([
    'The store is busy. Trying again …',
    '2 orders',
    'The store is busy. Trying again to cancel order 1 …',
    'Order 1 is cancelled.',
  ])
  await cancel(page, '2')
  await messages(page, 'The store knows no order 2 any more.').waitFor()
})

test('a key is asked for until there is one that opens the store', async ({ open }) => {
  const page = await open('server')
  await page.getByRole('heading', { name: 'Please sign in' }).waitFor()
  await enterKey(page, 'my-key')
  await page.getByRole('heading', { name: 'This key does not open the store' }).waitFor()
  await expect(page.getByRole('alert').innerText()).resolves.toBe(
    'The API key is not known. Check it against the key that the server was started with.',
  )
  await enterKey(page, 'test-key~empty')
  await messages(page, 'There are no orders yet.').waitFor()
  await page.reload()
  await messages(page, 'There are no orders yet.').waitFor()
  await page.getByRole('button', { name: 'Use another key' }).click()
  await page.getByRole('heading', { name: 'Please sign in' }).waitFor()
})

test('a pet is shown with the date until which there are pets', async ({ open }) => {
  const page = await open('server', { scenario: 'default' })
  await page.getByText('Pet 11').first().click()
  await messages(page, 'The store shows pets until June 30, 2027.').waitFor()
  await expect(
    page.getByRole('article', { name: 'Order 1', exact: true }).getByRole('listitem').allInnerTexts(),
  ).resolves.toEqual(['id: 11', 'name: Rex', 'species: dog'])
})

test('after that date the store shows no pets any more', async ({ open }) => {
  const page = await open('server', { scenario: 'sunset-passed' })
  await page.getByText('Pet 11').click()
  await messages(page, 'The store shows no pets any more.').waitFor()
})

test('an order that is gone in the meantime leaves the list, and is said to be unknown', async ({ open, server }) => {
  const page = await open('server', { scenario: 'default', name: 'gone' })
  await page.getByRole('heading', { name: 'Order 4' }).waitFor()
  server.mock.sandbox('default~gone').orders.remove(4)
  await cancel(page, '4')
  await messages(page, 'The store knows no order 4 any more.').waitFor()
  await page.getByRole('heading', { name: 'Order 4' }).waitFor({ state: 'detached' })
})

test.for(['light', 'dark'] as const)(
  'axe finds nothing wrong, and nothing scrolls sideways, %s',
  async (colorScheme, { open }) => {
    const look = { colorScheme, viewport: { width: 390, height: 844 } }
    const signIn = await open('server', look)
    await signIn.getByRole('heading', { name: 'Please sign in' }).waitFor()
    const page = await open('server', { scenario: 'default', ...look })
    await page.getByText('Pet 11').first().click()
    await messages(page, 'The store shows pets').waitFor()
    for (const id of ['1', '2']) await cancel(page, id)
    await messages(page, 'Order 2 can no longer be cancelled.').waitFor()
    for (const each of [signIn, page]) {
      await expect(violations(each)).resolves.toEqual([])
      await expect(each.evaluate('document.documentElement.scrollWidth - innerWidth')).resolves.toBe(0)
    }
  },
)

/** What is said aloud. */
function messages(page: Page, text: string) {
  return page.getByRole('status').getByText(text)
}

async function cancel(page: Page, id: string): Promise<void> {
  await page.getByRole('button', { name: `Cancel order ${id}`, exact: true }).click()
}

async function enterKey(page: Page, key: string): Promise<void> {
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Open the store' }).click()
}

/** Writes down what the buttons of the orders say whenever it changes. */
async function recordButtons(page: Page): Promise<() => Promise<unknown>> {
  await page.getByRole('button', { name: 'Cancel order 1', exact: true }).waitFor()
  await page.evaluate(`
    globalThis.labels = []
    new MutationObserver((changes) => {
      for (const { target } of changes) labels.push(target.closest?.('button')?.textContent ?? target.parentElement.closest('button').textContent)
    }).observe(document.querySelector('.orders'), { subtree: true, characterData: true })
  `)
  return () => page.evaluate('labels')
}

async function violations(page: Page): Promise<unknown[]> {
  await page.evaluate(axe.source)
  const { violations: found } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run())
  return found.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ target, failureSummary }) => [target, failureSummary]),
  }))
}
