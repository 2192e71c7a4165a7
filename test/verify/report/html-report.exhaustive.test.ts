import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { readReportTargets, type VerificationReport, writeReports } from '../../../src/verify/index.js'
import { violations } from '../../axe.js'
import { Output } from '../../cli/command.js'
import { missingChromium, openPage } from '../../chromium.js'
import { temporaryFolder } from '../../temporary-file.js'

const SENT = `<img src=x onerror="globalThis.isHostile = true"> ${'9'.repeat(500)} \u202E`

test.for([0, 10, 300])(
  'axe finds nothing wrong in a page with %i violations, light or dark, nothing scrolls sideways, and paper is white',
  async (count, { skip }) => {
    skip(missingChromium !== undefined, missingChromium)
    const file = join(temporaryFolder(), 'report.html')
    const io = { stdout: new Output(), colors: false, env: {} }
    await writeReports(reportWith(count), readReportTargets([`html=${file}`]), io)
    const page = await openPage(pathToFileURL(file).href)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(violations(page)).resolves.toEqual([])
    }
    await expect(page.locator('article').count()).resolves.toBe(count)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.evaluate('document.documentElement.scrollWidth - innerWidth')).resolves.toBe(0)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(page.evaluate('getComputedStyle(document.body).backgroundColor')).resolves.toBe('rgb(255, 255, 255)')
    await expect(page.evaluate('globalThis.isHostile')).resolves.toBe(undefined)
  },
)

function reportWith(count: number): VerificationReport {
  const texts = { states: [SENT], actual: SENT, message: SENT }
  const check = { kind: 'openapi', clause: 'Errors', durationMs: 1, ...texts } as const
  const failed = Array.from({ length: count }, (_, index) => {
    return { ...check, id: `openapi.${index}`, name: SENT, result: 'failed', expected: '200', curl: SENT } as const
  })
  const others = (['passed', 'skipped', 'note'] as const).map((result) => {
    return { ...check, id: `openapi.${result}`, name: result, result } as const
  })
  return {
    version: 1,
    provider: `http://shop/${'v'.repeat(200)}`,
    result: count === 0 ? 'pass' : 'fail',
    hints: [SENT],
    summary: { passed: 1, failed: count, skipped: 1, errors: 0, notes: 1 },
    coverage: [{ operation: 'cancelOrder', status: 204, seen: 0 }],
    checks: [...failed, ...others],
    freedoms: [{ freedom: 'framing', section: 'What the service does', seen: { chunked: 2 } }],
    notes: [SENT],
    durationMs: 1,
  }
}
