import { expect, test } from 'vitest'
import { requirePeers } from '../../src/node/index.js'

test('a missing package is named with the command that installs it', () => {
  expect(() => requirePeers(['vitest', 'no-such-a', 'no-such-b'], 'This run')).toThrow(
    expect.objectContaining({
      exitCode: 2,
      message: 'This run needs packages that are not installed. Run: npm install --save-dev no-such-a no-such-b',
    }) as Error,
  )
})

test('packages that are there are fine', () => {
  expect(() => requirePeers(['vitest'], 'This run')).not.toThrow()
})
