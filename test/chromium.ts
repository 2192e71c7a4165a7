import { existsSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { onTestFinished } from 'vitest'

// The first takes a quarter of the others' time: it has no windows to draw.
const PROGRAMS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/** Where this machine's Chromium is. */
export const chromiumPath = PROGRAMS.map((name) => `/usr/bin/${name}`).find((path) => existsSync(path))

/** What lets Chromium run as root, and keeps it from calling home. */
export const CHROMIUM_FLAGS = ['--no-sandbox', '--disable-background-networking']

/** Why a test that needs Chromium is skipped, or `undefined` if it can run; with `CI=true` none is. */
export const missingChromium =
  chromiumPath === undefined && process.env['CI'] !== 'true' ? 'There is no Chromium on this machine.' : undefined

export function launchChromium(...flags: readonly string[]): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath ?? 'chromium', args: [...CHROMIUM_FLAGS, ...flags] })
}

/** Opens a page in a Chromium of its own, until the test has finished. */
export async function openPage(url: string, options?: BrowserContextOptions): Promise<Page> {
  const browser = await launchChromium()
  onTestFinished(() => browser.close())
  const page = await browser.newPage(options)
  await page.goto(url)
  return page
}
