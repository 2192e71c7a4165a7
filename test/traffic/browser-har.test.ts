import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { auditFiles } from '../../src/traffic/index.js'
import { missingChromium, test } from '../chromium.js'
import { temporaryFolder } from '../temporary-file.js'
import { providerDuringTest } from '../verify/providers/during-test.js'
import { setUp } from '../verify/providers/send.js'
import type { Deviation } from '../verify/providers/small-provider.js'

const cancelsTwice: Deviation = (usual) => ({ cancel: () => ({ ...usual.error(204, 'x'), body: '' }) })

test.for([
  ['embed', undefined, []],
  ['omit', undefined, ['Skipped: 2 missing or truncated bodies.']],
  ['embed', cancelsTwice, []],
] as const)('Playwright records Chromium with bodies to %s', async ([content, deviation, notes], { browser, skip }) => {
  if (browser === undefined) return skip(missingChromium)
  const provider = await providerDuringTest(deviation)
  const { orderId } = JSON.parse((await setUp(provider, 'an order with a large id')).body) as { orderId: string }
  const path = join(temporaryFolder(), 'recorded.har')
  const extraHTTPHeaders = { authorization: `Bearer ${provider.apiKey}` }
  const context = await browser.newContext({ recordHar: { path, content }, extraHTTPHeaders })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  await page.goto(`${provider.baseUrl}/store/orders`)
  const statuses = await page.evaluate(async (url) => {
    const cancel = async () => {
      const response = await fetch(url, { method: 'DELETE' })
      // Chromium forgets a body that no page reads.
      await response.text()
      return response.status
    }
    return [await cancel(), await cancel()]
  }, `${provider.baseUrl}/store/orders/${orderId}`)
  await context.close()
  const { check, baseUrls } = await auditFiles([path])
  const report = check.report()
  expect([report.exchanges, report.notes, baseUrls]).toEqual([3, notes, [provider.baseUrl]])
  const isBroken = statuses[1] === 204
  expect(report.findings.map(({ id }) => id)).toEqual(isBroken ? [`model.cancelled-once.${orderId}`] : [])
  expect(isBroken).toBe(deviation !== undefined)
  return undefined
})
