import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const root = fileURLToPath(new URL('..', import.meta.url))
/** What is committed although it is made: code from the contracts, the pact from its consumer's tests. */
const generated = ['test/generated/*.test.ts', 'test/pact/consumer.test.ts']
const faces = 'test/faces/**/*.test.ts'
/** What takes minutes: whole runs of the verifier against hundreds of providers, and dozens of kills. Only CI has the time. */
const exhaustive = 'test/**/*.exhaustive.test.ts'
/** What chance has a part in, to be looked at by people: npm run test:soak. */
const soak = 'test/**/*.soak.test.ts'
/** Runs of the verifier, the packed package, the panel and the storefront in Chromium, and the README's examples: not for every change. */
const slow = [
  'test/action/**/*.test.ts',
  'test/pact/recorded-pact.test.ts',
  'test/msw/page/**/*.test.ts',
  'test/package/**/*.test.ts',
  'test/panel/**/*.test.ts',
  'test/proxy/recording.test.ts',
  'test/readme/**/*.test.ts',
  'test/storefront/**/*.test.ts',
  'test/verify/model/**/*.test.ts',
  'test/verify/providers/tables.test.ts',
  'test/verify/tables/*.test.ts',
  'test/verify/verify-provider.test.ts',
]

/** Begins with what takes longest, so that no core is idle while the last file is still running. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- A sequencer is no array.
    const sorted = await super.sort(files)
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
  }
}

function isSlow(file: TestSpecification): boolean {
  return file.project.name === 'slow'
}

export default defineConfig({
  root,
  test: {
    globalSetup: 'test/build-once.ts',
    // Most tests wait for servers and processes: two more than there are cores keep them busy.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: SlowFirst },
    // A line for each file, and failures in full.
    reporters: [['default', { summary: false }]],
    slowTestThreshold: 60_000,
    projects: [
      project('generated', { include: generated }),
      project('fast', { include: ['test/**/*.test.ts'], exclude: [...generated, faces, ...slow, exhaustive, soak] }),
      project('faces', { include: [faces] }),
      project('slow', { include: slow, exclude: [exhaustive, soak] }),
      project('exhaustive', { include: [exhaustive] }),
      project('soak', { include: [soak] }),
    ],
  },
})

function project(name: string, test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration {
  // A worker loads Prism, Express and msw once, not for each of a hundred files. And time enough for a busy machine: no
  // test fails for its pace.
  return { root, test: { name, isolate: false, testTimeout: 300_000, hookTimeout: 300_000, ...test } }
}
