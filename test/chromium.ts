import { existsSync } from 'node:fs'

/** Where this machine's Chromium is. */
export const chromiumPath = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
)

/** What lets Chromium run as root, and keeps it from calling home. */
export const CHROMIUM_FLAGS = ['--no-sandbox', '--disable-background-networking']

/** Why a test that needs Chromium is skipped, or `undefined` if it can run; with `CI=true` none is. */
export const missingChromium =
  chromiumPath === undefined && process.env['CI'] !== 'true' ? 'There is no Chromium on this machine.' : undefined
