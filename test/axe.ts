import axe from 'axe-core'
import type { Page } from 'playwright-core'

/**
 * What axe finds wrong in a page, and where.
 *
 * @param rules all rules by default
 */
export async function violations(page: Page, within = 'html', rules?: string[]): Promise<unknown[]> {
  if (await page.evaluate('globalThis.axe === undefined')) await page.evaluate(axe.source)
  const { violations: found } = await page.evaluate(
    ([context, runOnly]) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(context, {
        resultTypes: ['violations'],
        ...(runOnly && { runOnly }),
      }),
    [within, rules] as const,
  )
  return found.map(({ id, nodes }) => [id, nodes.map(({ target, failureSummary }) => [target, failureSummary])])
}
