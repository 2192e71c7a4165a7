import { expect } from 'vitest'
import { send, test } from './panel-test.js'

const MARKUP = `<img src=x onerror="document.title='broken in'"><script>document.title='broken in'</script>`

test('markup in scenarios, pets, faults and requests stays text', async ({ open }) => {
  const scenario = {
    title: MARKUP,
    description: MARKUP,
    orders: [{ id: 1, petId: 11 }],
    pets: [{ id: 11, name: MARKUP }],
  }
  const faults = [{ kind: 'status' as const, message: MARKUP }]
  const { page, server, complaints } = await open({ serve: { scenarios: { hostile: scenario }, scenario: 'hostile' } })
  await send(server, 'GET', `/store/${encodeURIComponent(MARKUP)}`)
  await fetch(`${server.baseUrl}/store/orders`, { headers: { authorization: `Bearer ${MARKUP}` } })
  server.mock.handle({ method: 'GET', path: `/${MARKUP}`, authorization: `Bearer ${server.apiKey}` })
  server.mock.sandbox().faults.set(faults)

  await page.getByRole('link', { name: 'Sandboxes' }).click()
  await page.getByText(MARKUP).first().waitFor()
  await page.getByRole('link', { name: 'Faults and clock' }).click()
  await page.getByText(MARKUP).waitFor()
  await page.getByRole('link', { name: 'Requests' }).click()
  await page.getByRole('button', { name: `Request 3: GET /${MARKUP}` }).click()
  await page.getByRole('complementary').getByText(`GET /${MARKUP}`).first().waitFor()
  await page.keyboard.press('Escape')
  await expect(page.title()).resolves.toBe('main · orders-mock')
  await expect(page.locator('img, body script').count()).resolves.toBe(0)
  expect(complaints).toEqual([])
})

test('markup in the response to a request of the reference stays text', async ({ open }) => {
  const scenario = { pets: [{ id: 11, name: MARKUP }] }
  const { page } = await open({ path: '/docs', serve: { scenario } })
  const pet = page.getByRole('article', { name: 'Read a pet' })
  await expect.poll(() => pet.getByLabel('API key').inputValue()).toBe('test-key')
  await pet.getByRole('button', { name: 'Send' }).click()
  await pet.getByRole('group', { name: 'Response body' }).getByText('<img src=x').waitFor()
  await expect(page.title()).resolves.toBe('API reference · orders-mock')
})

test('markup in the address stays text', async ({ open }) => {
  const { page } = await open({ path: `/?sandbox=${encodeURIComponent(MARKUP)}` })
  await page.getByRole('heading', { name: `Sandbox “${MARKUP}” not found` }).waitFor()
})
