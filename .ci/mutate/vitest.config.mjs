// Tests that start the built command notice nothing here; tests that load the built package load the sources instead.
import { resolve } from 'node:path'
import process from 'node:process'
import { ENTRIES } from '../../.build/rolldown.config.mjs'
import { fast } from '../../test/vitest.config.ts'

const { execArgv: _, ...test } = fast.test
const alias = Object.entries(ENTRIES).map(([name, entry]) => ({
  find: new RegExp(`^orders-mock${name === 'index' ? '' : `/${name.replace('-', '/')}`}$`),
  replacement: resolve(entry),
}))
const include = [process.env.MUTATED_MODULE, 'faces'].map((folder) => `test/${folder}/**/*.test.ts`)
const exclude = [...test.exclude, 'test/cli/**', 'test/input/hostile-files.test.ts', 'test/server/persistence/**']
// oxlint-disable-next-line import/no-default-export -- Vitest reads the default export.
export default { ...fast, resolve: { alias }, test: { ...test, include, exclude, isolate: true } }
