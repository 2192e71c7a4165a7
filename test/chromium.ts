import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'
import { onTestFinished, test as base } from 'vitest'
import { mustRun } from './on-this-machine.js'

// The first takes a quarter of the others' time: it has no windows to draw.
const PROGRAMS = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

/** Where this machine's Chromium is. */
export const chromiumPath = PROGRAMS.map((name) => `/usr/bin/${name}`).find((path) => existsSync(path))

/** What lets Chromium run as root, and keeps it from calling home. */
export const CHROMIUM_FLAGS = ['--no-sandbox', '--disable-background-networking']

/** Why a test that needs Chromium is skipped, or `undefined` if it can run; with `CI=true` none is. */
export const missingChromium =
  chromiumPath === undefined && !mustRun ? 'There is no Chromium on this machine.' : undefined

/** A name that another site has given to this machine. */
export const FOREIGN_HOST = 'evil.example'

function launchChromium(): Promise<Browser> {
  const args = [...CHROMIUM_FLAGS, `--host-resolver-rules=MAP ${FOREIGN_HOST} 127.0.0.1`]
  return chromium.launch({ executablePath: chromiumPath ?? 'chromium', args })
}

let launched: Promise<Browser> | undefined

/** Tests that share one Chromium in each worker. Where there is none, `browser` is undefined and the test skips itself. */
export const test = base.extend<{ browser: Browser | undefined }>({
  browser: [
    // oxlint-disable-next-line no-empty-pattern -- Vitest reads from the pattern which fixtures this one needs.
    async ({}, use) => {
      const browser = missingChromium === undefined ? await (launched ??= launchChromium()) : undefined
      await use(browser)
      await browser?.close()
    },
    { scope: 'worker' },
  ],
})

/** Opens a page in a Chromium of its own, until the test has finished. */
export async function openPage(url: string): Promise<Page> {
  const browser = await launchChromium()
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  await page.goto(url)
  return page
}
