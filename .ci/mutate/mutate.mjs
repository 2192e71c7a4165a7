// Changes one module in one place at a time, and lists the changes that no test of this module notices:
// npm run mutate -- src/control
import { existsSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { Stryker } from '@stryker-mutator/core'

const [path = '', ...rest] = process.argv.slice(2)
if (rest.length > 0 || !path.startsWith('src/') || !existsSync(path)) {
  process.stderr.write('Name one module or file. Example: npm run mutate -- src/control\n')
  process.exit(2)
}
process.env.MUTATED_MODULE = path.split('/')[1]
await new Stryker({
  mutate: [path.endsWith('.ts') ? path : `${path.replace(/\/$/, '')}/**/*.ts`],
  testRunner: 'vitest',
  plugins: [fileURLToPath(import.meta.resolve('@stryker-mutator/vitest-runner'))],
  vitest: { configFile: '.ci/mutate/vitest.config.mjs', related: true },
  coverageAnalysis: 'perTest',
  dryRunTimeoutMinutes: 20,
  concurrency: 2,
  reporters: ['clear-text', 'progress'],
  tempDirName: '.stryker-tmp',
}).runMutationTest()
