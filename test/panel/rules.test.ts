import { expect } from 'vitest'
import { press, said, send, submit, test } from './panel-test.js'

const path = '/?view=rules'

test('a fault is added once its mistakes are mended, seen to count down, and removed', async ({ open }) => {
  const { page, server, main } = await open({ path })
  await page.getByText('No faults.').waitFor()
  await page.getByRole('button', { name: 'Add fault' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a fault' })
  await dialog.getByLabel('Operation').selectOption('cancelOrder')
  await submit(dialog, { Order: '9007199254740993', Status: '200', Times: 'often' }, 'Add fault')
  await page.getByText('Enter a status from 400 to 599.').waitFor()
  await page.getByText('Enter a whole number from 1.').waitFor()
  // It stays a new fault when others are added.
  main.faults.set([{ kind: 'hang' }])
  await page.getByText('1 active fault').waitFor()
  await submit(dialog, { Status: '429', Times: '2' }, 'Add fault')
  await page.getByText('cancelOrder of order 9007199254740993 fails with 429').waitFor()
  await page.getByText('2 of 2 left').waitFor()
  await page.getByRole('button', { name: 'Remove fault: Any request gets no response' }).click()
  await page.getByText('1 active fault').waitFor()
  await expect(send(server, 'DELETE', '/store/orders/9007199254740993')).resolves.toBe(429)
  await page.getByText('1 of 2 left').waitFor()
  await page.getByRole('button', { name: /^Remove fault/ }).click()
  await page.getByText('No faults.').waitFor()
  expect(main.faults.all()).toEqual([])
  await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('H1')
  // Rare fields are under More, which is open where one of them is filled in.
  await page.getByRole('button', { name: 'Add fault' }).click()
  await expect(dialog.getByLabel('Message').isVisible()).resolves.toBe(false)
  await dialog.getByText('More').click()
  await submit(dialog, { Message: 'Later, please.' }, 'Add fault')
  await page.getByRole('button', { name: /^Edit fault/ }).click()
  await expect(page.getByRole('dialog').getByLabel('Message').isVisible()).resolves.toBe(true)
  expect(main.faults.all()).toMatchObject([{ status: 503, message: 'Later, please.' }])
})

test('a fault begins with a preset, is edited and re-armed, and keeps its share while paused', async ({ open }) => {
  const { page, server, main } = await open({ path })
  const { faults } = main
  await page.getByRole('button', { name: '50% of requests' }).click()
  await page.getByText('Any request fails with 503, for 50% of requests', { exact: true }).waitFor()
  await page.getByRole('button', { name: /^Edit fault/ }).click()
  await submit(page, { 'Share of requests (%)': '', Times: '1' }, 'Save')
  await page.getByText('1 of 1 left').waitFor()
  await send(server, 'GET', '/store/orders')
  await page.getByText('used up').waitFor()
  await page.getByRole('button', { name: /^Re-arm/ }).click()
  await page.getByText('1 of 1 left').waitFor()
  expect(faults.all()).toEqual([{ kind: 'status', status: 503, times: 1, fired: 0 }])
  const rare = { kind: 'status', status: 503, probability: 0.005 } as const
  faults.set([rare])
  await press(page, 'Pause fault: Any request fails with 503, for 0.5% of requests', 'Fault paused')
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Resume')
  expect(faults.all()).toEqual([{ ...rare, probability: 0 }])
  await page.reload()
  await press(page, /^Resume fault: .*\(paused\)/, 'Fault resumed')
  expect(faults.all()).toEqual([rare])
})

test('the clock is frozen, moved, set to a date that is picked, and resumed with the system time', async ({ open }) => {
  const { page, main } = await open({ path, serve: { now: '2026-11-20T12:00:00Z' } })
  const time = page.getByLabel('Go to a time, or move by a duration')
  const timer = page.getByRole('timer')
  const go = async (text: string): Promise<void> => {
    await time.fill(text)
    await page.getByRole('button', { name: 'Go', exact: true }).click()
  }
  await page.getByRole('button', { name: 'Freeze' }).click()
  const behind = /^Frozen, \d+ days behind the system time$/
  await page.getByText(behind).first().waitFor()
  await go('2026-11-20T12:00:00Z')
  await timer.getByText('20 Nov 2026, 12:00:00 UTC').waitFor()
  await page.getByRole('button', { name: '+1 day' }).click()
  await timer.getByText('21 Nov 2026, 12:00:00 UTC').waitFor()
  await go('PT90M')
  await timer.getByText('21 Nov 2026, 13:30:00 UTC').waitFor()
  expect(main.clock.read()).toEqual({ now: '2026-11-21T13:30:00Z', frozen: true })
  await go('tomorrow')
  await page.getByText('Enter a date and time, such as').waitFor()
  await page.getByLabel('Date and time, UTC').fill('2027-07-01T09:00:00')
  await expect(time.inputValue()).resolves.toBe('2027-07-01T09:00:00Z')
  await page.getByRole('button', { name: 'Go', exact: true }).click()
  await page.getByText('1 Jul 2027, 09:00').first().waitFor()
  await said(page, 'Clock moved')
  await go('P9000Y')
  await page.getByRole('alert').getByText('outside the years 0000 to 9999').waitFor()
  await expect(page.getByText('Clock moved').count()).resolves.toBe(0)
  await page.getByRole('button', { name: 'System time' }).click()
  await page.getByRole('button', { name: 'Freeze' }).waitFor()
  expect(main.clock.frozen).toBe(false)
})

test('the time line shows orders ship, says how many more do, and shows the sunset pass', async ({ open }) => {
  const orders = Array.from({ length: 10 }, (_, id) => ({ id, shipAfter: id === 5 ? 'PT10M' : 'PT1H' }))
  const sunset = { sunset: '2027-06-30', afterSunset: 'gone' } as const
  const scenario = { now: '2026-11-20T12:00:00Z', frozen: true, ...sunset, orders }
  const { page, main } = await open({ path, serve: { scenario } })
  await page.getByText('Sunset of getPet').waitFor()
  const items = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
  const words = async (): Promise<string[]> =>
    (await items.allInnerTexts()).map((text) => text.split('\n')[0]?.replace(/^Now.*/, 'Now') ?? '')
  const gone = 'Sunset of getPet: it returns 410'
  const first = [5, 0, 1, 2, 3, 4].map((id) => `Order ${id} ships`)
  await expect(words()).resolves.toEqual(['getPet is deprecated', 'Now', ...first, gone])
  await page.getByText('4 more shipments').waitFor()
  main.orders.add({ id: '9223372036854775807', shipAfter: 'PT5M' })
  const longId = page.getByText('Order 9223372036854775807 ships')
  await expect.poll(() => longId.boundingBox().then((box) => box?.height)).toBe(20)
  main.orders.remove('9223372036854775807')
  // What moves between the press and the release of a mouse button is not clicked.
  await longId.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Go to this time (Order 5 ships)' }).click()
  await page.getByText('Order 5 ships').waitFor({ state: 'detached' })
  expect(main.orders.get(5)?.status).toBe('shipped')
  await page.getByRole('button', { name: 'Go to this time (Sunset of getPet' }).click()
  await expect.poll(words).toEqual(['getPet is deprecated', gone, 'Now'])
})

test('a lost response, a gateway’s page and a held request, which is let go, are presets', async ({ open }) => {
  const { page, server, main } = await open({ path })
  for (const preset of ['Response lost', 'Gateway’s error page', 'Hold once']) {
    await press(page, preset, `Fault added: ${preset}`)
  }
  await page.getByText('cancelOrder gets its connection reset after it was carried out').first().waitFor()
  const { faults, requests } = main
  const [lost, gateway, hold] = faults.all()
  expect([lost, hold]).toEqual([
    { operation: 'cancelOrder', kind: 'reset', when: 'after', times: 1 },
    { kind: 'hold', times: 1 },
  ])
  expect(gateway).toMatchObject({ status: 502, times: 1, headers: { 'Content-Type': 'text/html' } })
  faults.set(hold === undefined ? [] : [hold])
  const headers = { authorization: 'Bearer test-key' }
  const held = fetch(`${server.baseUrl}/store/orders/1`, { method: 'DELETE', headers })
  await requests.next({ operation: 'cancelOrder' })
  await page.getByRole('link', { name: /^Requests/ }).click()
  await page.getByRole('button', { name: 'Request 1: DELETE /store/orders/1' }).click()
  const rewind = page.getByRole('button', { name: 'Rewind to before this request' })
  const place = await rewind.boundingBox()
  await page.getByRole('heading', { name: /^Request no body/ }).waitFor()
  await expect(page.getByRole('heading', { name: /^Response/ }).count()).resolves.toBe(0)
  await page.getByRole('button', { name: 'Let go' }).click()
  expect((await held).status).toBe(204)
  await page.getByRole('complementary').getByText('the order was pending and is now cancelled').waitFor()
  // A second click on Let go would hit what stands there now.
  await expect(rewind.boundingBox()).resolves.toEqual(place)
})

test('freedoms are chosen, drawn and set back, and the situation names those that changed', async ({ open }) => {
  const { page, main } = await open({ path })
  const { freedoms } = main
  const card = page.getByRole('region', { name: 'Freedoms' })
  const lines = card.getByRole('listitem')
  await expect.poll(() => lines.count()).toBe(5)
  const choice = (freedom: string, name: string) =>
    card.getByRole('group', { name: freedom }).getByRole('button', { name, exact: true })
  await choice('second cancel', '404').click()
  await card.getByText('second cancel rejected with 404').waitFor()
  await expect.poll(() => choice('second cancel', '404').getAttribute('aria-pressed')).toBe('true')
  await page.getByRole('link', { name: '1 changed freedom' }).waitFor()
  expect(freedoms.read().choices).toMatchObject({ 'second-cancel': '404', 'list-order': 'placed' })
  await card.getByRole('button', { name: '16 more, all at their defaults' }).click()
  await choice('JSON', 'indented').waitFor()
  await choice('ship date', 'UTC').waitFor()
  // The words above the list do not touch its first line.
  const [words, list] = [card.getByText('What the specification'), card.getByRole('list')]
  const [above, below] = [await words.boundingBox(), await list.boundingBox()]
  expect((below?.y ?? 0) - (above?.y ?? 0) - (above?.height ?? 0)).toBeGreaterThan(8)
  await choice('compression', 'gzip').click()
  await page.getByRole('link', { name: '2 changed freedoms' }).waitFor()
  expect(freedoms.read().choices).toMatchObject({ 'second-cancel': '404', compression: 'gzip' })
  await card.getByRole('button', { name: 'Fewer' }).click()
  await expect.poll(() => lines.count()).toBe(6)
  await card.getByRole('button', { name: 'Defaults', exact: true }).click()
  await page.getByRole('link', { name: /changed freedom/ }).waitFor({ state: 'detached' })
  await card.getByRole('button', { name: 'Draw' }).click()
  await page.getByRole('link', { name: /changed freedoms/ }).waitFor()
  expect(main.history().changes.map(({ change }) => change)).toEqual(Array(4).fill('freedoms'))
})

test('what comes next is said in the order of the faults', async ({ open }) => {
  const { page, main } = await open({ path })
  const { faults } = main
  const card = page.getByRole('region', { name: 'Faults' })
  faults.set([
    { kind: 'hang', times: 1 },
    { kind: 'status', status: 503, times: 2 },
    { kind: 'status', operation: 'getPet', status: 429 },
  ])
  const next = `The next request gets no response; after that, each of the next 2 requests fails with 503; after that, any getPet request fails with 429.`
  await card.getByText(next).waitFor()
  faults.set([
    { kind: 'status', operation: 'getPet', status: 429 },
    { kind: 'hang', times: 1 },
    { kind: 'reset' },
    { kind: 'hold' },
  ])
  const other = `Any getPet request fails with 429; the next other request gets no response; after that, any request gets its connection reset.`
  await card.getByText(other).waitFor()
  faults.set(Array.from({ length: 8 }, (_, index) => ({ kind: 'status', orderId: index, message: 'ל 1', times: 2 })))
  await card.getByText(/of order 4 fails with 500; and 3 more faults\.$/).waitFor()
  // A message that runs from right to left does not take what follows it along.
  const isApart = `[...document.querySelectorAll('.numbered .hint')].every((hint) => {
    const [start, rest] = [hint.firstChild, hint.lastChild].map((node) => {
      const range = document.createRange()
      range.selectNodeContents(node)
      return range.getBoundingClientRect()
    })
    return start.right <= rest.left + 1
  })`
  await expect(page.evaluate(isApart)).resolves.toBe(true)
  faults.set(faults.all().slice(4))
  // Each click counts, even if the response to the one before is yet to come.
  await page.route('**/faults', (route) => void setTimeout(() => void route.continue(), 300))
  await card.getByRole('button', { name: '503 once' }).dblclick()
  await said(page, 'Fault added: 503 once')
  const added = { kind: 'status', status: 503, times: 1 }
  await expect.poll(() => faults.all().slice(4)).toEqual([added, added])
})

test('an edit changes the fault that was opened, keeps its count, and fails once it is gone', async ({ open }) => {
  const { page, main } = await open({ path })
  const { faults } = main
  const rare = { kind: 'status', status: 503, times: 3, fired: 2, probability: 0.29 } as const
  const [other, slow] = [{ kind: 'hang', operation: 'getPet' } as const, { kind: 'delay', delayMs: 10 } as const]
  faults.set([other, rare, slow])
  const dialog = page.getByRole('dialog', { name: 'Edit fault' })
  await page.getByRole('button', { name: /^Edit fault: Any request fails with 503, for 29% of requests/ }).click()
  await expect(dialog.getByLabel('Share of requests (%)').inputValue()).resolves.toBe('29')
  faults.set([rare, slow])
  await page.getByRole('button', { name: /^Edit fault: getPet/ }).waitFor({ state: 'detached' })
  await submit(dialog, { Status: '504' }, 'Save')
  await said(page, 'Fault edited')
  expect(faults.all()).toEqual([{ ...rare, status: 504 }, slow])
  await page.getByRole('button', { name: /^Edit fault: Any request is delayed/ }).click()
  faults.set([rare])
  await submit(dialog, { 'Delay (ms)': '20' }, 'Save')
  await dialog.getByRole('alert').getByText('This fault has been changed or removed').waitFor()
  expect(faults.all()).toEqual([rare])
})
