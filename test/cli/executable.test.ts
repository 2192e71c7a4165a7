import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

test.skipIf(process.platform === 'win32')('the built command is a program: npx runs it as it is', () => {
  expect(execFileSync('dist/cli/main.js', ['--version'], { encoding: 'utf8' })).toMatch(/^\d+\.\d+\.\d+\n$/)
})
