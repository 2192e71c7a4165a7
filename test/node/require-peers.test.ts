import { expect, test } from 'vitest'
import { requirePeers } from '../../src/node/index.js'

test('packages that are there are fine, and a missing one is named with the command that installs it', () => {
  requirePeers(['vitest'], 'This run')
  expect(() => requirePeers(['vitest', 'no-such-a', 'no-such-b'], 'This run')).toThrow(
    expect.objectContaining({
      exitCode: 2,
      message: 'This run needs packages that are not installed. Run: npm install --save-dev no-such-a no-such-b',
    }) as Error,
  )
})
