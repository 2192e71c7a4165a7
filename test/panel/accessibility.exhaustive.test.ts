import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { startServer } from '../../src/server/index.js'
import { violations } from '../axe.js'
import { fillIn, test } from './panel-test.js'

/** Every view, and the buttons of what it opens over or beside itself. */
const VIEWS = [
  ['/', 'Add order'],
  ['/?view=requests', 'Request 1: GET /store/orders'],
  ['/?view=rules', 'Add fault'],
  ['/?view=sandboxes', 'New sandbox'],
  ['/?sandbox=empty'],
  ['/?sandbox=nowhere'],
  ['/docs'],
  ['/docs?api=control'],
] as const

// The scheme changes colours, and nothing else that axe looks at.
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

test.for(VIEWS)(
  'axe finds nothing wrong, light or dark, and nothing scrolls sideways at a width of 390 px: %s',
  async ([path, ...buttons], { open }) => {
    await using server = await startServer({ scenario: 'int64' })
    await fillIn(server)
    const { page } = await open({ server, path })
    await page.getByRole('heading', { level: 1 }).waitFor()
    const found = [await violations(page), await violationsInTheDark(page)]
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.evaluate('document.documentElement.scrollWidth - innerWidth')).resolves.toBe(0)
    for (const name of buttons) {
      await page.getByRole('button', { name }).first().click()
      await page.locator('dialog, aside').last().waitFor()
      found.push(await violations(page, 'dialog, aside'), await violationsInTheDark(page, 'dialog, aside'))
    }
    expect(found.flat()).toEqual([])
  },
)

test('axe finds nothing wrong in the form for the token', async ({ open }) => {
  const { page } = await open({ serve: { controlToken: 'sesame' } })
  await page.getByLabel('Control token').waitFor()
  await expect(violations(page)).resolves.toEqual([])
})

async function violationsInTheDark(page: Page, within = 'html'): Promise<unknown[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  const found = await violations(page, within, OF_COLOURS)
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}
