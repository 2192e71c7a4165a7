import { expect } from 'vitest'
import { send, test } from './panel-test.js'

const MARKUP = `<img src=x onerror="document.title='broken in'"><script>document.title='broken in'</script>`

test('markup in scenarios, pets, faults, requests, responses and addresses stays text', async ({ open }) => {
  const hostile = {
    title: MARKUP,
    description: MARKUP,
    orders: [{ id: 1, petId: 11 }],
    pets: [{ id: 11, name: MARKUP }],
  }
  const { page, server, complaints } = await open({
    path: '/docs',
    serve: { scenarios: { hostile }, scenario: 'hostile' },
  })
  const pet = page.getByRole('article', { name: 'Read a pet' })
  await expect.poll(() => pet.getByLabel('API key').inputValue()).toBe('test-key')
  await pet.getByRole('button', { name: 'Send' }).click()
  await pet.getByRole('group', { name: 'Response body' }).getByText('<img src=x').waitFor()
  await expect(page.title()).resolves.toBe('API reference · orders-mock')

  await send(server, 'GET', `/store/${encodeURIComponent(MARKUP)}`)
  await fetch(`${server.baseUrl}/store/orders`, { headers: { authorization: `Bearer ${MARKUP}` } })
  server.mock.handle({ method: 'GET', path: `/${MARKUP}`, authorization: `Bearer ${server.apiKey}` })
  server.mock.sandbox().faults.set([{ kind: 'status', message: MARKUP }])
  await page.goto(server.origin)
  await page.getByRole('link', { name: 'Sandboxes' }).click()
  await page.getByText(MARKUP).first().waitFor()
  await page.getByRole('link', { name: 'Faults and clock' }).click()
  await page.getByText(MARKUP).waitFor()
  await page.getByRole('link', { name: 'Requests' }).click()
  await page.getByRole('button', { name: `Request 4: GET /${MARKUP}` }).click()
  await page.getByRole('complementary').getByText(`GET /${MARKUP}`).first().waitFor()
  await page.keyboard.press('Escape')
  await expect(page.title()).resolves.toBe('main · orders-mock')
  await expect(page.locator('img, body script').count()).resolves.toBe(0)
  expect(complaints).toEqual([])
  await page.goto(`${server.origin}/?sandbox=${encodeURIComponent(MARKUP)}`)
  await page.getByRole('heading', { name: `Sandbox “${MARKUP}” not found` }).waitFor()
})
