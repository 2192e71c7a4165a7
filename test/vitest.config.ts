import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

const root = fileURLToPath(new URL('..', import.meta.url))
/** What is committed although it is made: code from the contracts, the pact from its consumer's tests. */
const generated = ['test/generated/*.test.ts', 'test/pact/consumer.test.ts']
const faces = 'test/faces/**/*.test.ts'
/** Whole runs of the verifier, kills, the packed package, the panel in Chromium and the README's examples: for CI, not for every change. */
const slow = [
  'test/action/**/*.test.ts',
  'test/cli/kill.test.ts',
  'test/cli/many-machines.test.ts',
  'test/pact/recorded-pact.test.ts',
  'test/package/**/*.test.ts',
  'test/panel/**/*.test.ts',
  'test/proxy/recording.test.ts',
  'test/readme/**/*.test.ts',
  'test/verify/model/**/*.test.ts',
  'test/verify/providers/tables.test.ts',
  'test/verify/tables/**/*.test.ts',
  'test/verify/verify-provider.test.ts',
]

export default defineConfig({
  root,
  test: {
    // Most tests wait for servers and processes, so no core need be left free.
    maxWorkers: '100%',
    projects: [
      project('generated', { include: generated }),
      project('fast', {
        include: ['test/**/*.test.ts'],
        exclude: [...generated, faces, ...slow],
        globalSetup: 'test/build-once.ts',
      }),
      // Every file needs every face: without isolation a worker loads Prism, Express and msw once, not a dozen times.
      project('faces', { include: [faces], isolate: false }),
      project('slow', { include: slow, globalSetup: 'test/build-once.ts', testTimeout: 400_000, hookTimeout: 400_000 }),
    ],
  },
})

function project(name: string, test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration {
  return { root, test: { name, testTimeout: 60_000, hookTimeout: 60_000, ...test } }
}
