import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { yaml } from '../.build/yaml.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const tests = 'test/**/*.test.ts'
/** What takes minutes: whole runs of the verifier against hundreds of providers, and dozens of kills. Only CI has the time. */
const exhaustive = 'test/**/*.exhaustive.test.ts'
/** What chance has a part in, to be looked at by people: npm run test:soak. */
const soak = 'test/**/*.soak.test.ts'
/** What other people's tools take minutes to do, and to install: npm run test:recipes, npm run test:matrix. */
const recipes = 'test/**/*.recipe.test.ts'
const matrix = 'test/**/*.matrix.test.ts'
const elsewhere = [exhaustive, soak, recipes, matrix]
/** Runs of the verifier, the packed package, the panel in Chromium, and the README's examples: not for every change. */
const slow = [
  'test/action/',
  'test/msw/page/',
  'test/package/',
  'test/pact/recorded-pact.test.ts',
  'test/panel/',
  'test/traffic/recording.test.ts',
  'test/readme/',
  'test/verify/model/',
  'test/verify/tables/',
  'test/verify/verify-provider.test.ts',
]
/** What takes by far the longest. */
const longest = ['test/verify/model/model.test.ts']
/** What mostly waits for time to pass. */
const waiting = [
  'test/cli/data-and-watch.test.ts',
  'test/server/persistence/restart.test.ts',
  'test/verify/always-ends.test.ts',
  'test/verify/rate-limits.test.ts',
]

const FILES_BETWEEN_WAITERS = 6

/**
 * Begins with what takes longest, so that no core is idle while the last file is still running, and lets one file wait
 * while others work.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- A sequencer is no array.
    const sorted = await super.sort(files)
    const first = sorted.filter((file) => isOneOf(longest, file))
    const waiters = sorted.filter((file) => isOneOf(waiting, file))
    const others = sorted.filter((file) => !isOneOf(longest, file) && !isOneOf(waiting, file))
    const rest = [...others.filter((file) => isOneOf(slow, file)), ...others.filter((file) => !isOneOf(slow, file))]
    for (const [index, file] of waiters.entries()) rest.splice(index * FILES_BETWEEN_WAITERS, 0, file)
    return [...first, ...rest]
  }
}

function isOneOf(places: readonly string[], { moduleId }: TestSpecification): boolean {
  return places.some((place) => moduleId.startsWith(root + place))
}

export default defineConfig({
  root,
  test: {
    globalSetup: 'test/build-once.ts',
    // Most tests wait for servers and processes: two more than there are cores keep them busy.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    // A line for each file, and failures in full.
    reporters: [['default', { summary: false }]],
    slowTestThreshold: 60_000,
    projects: [
      project('all', { include: [tests], exclude: elsewhere }),
      project('fast', { include: [tests], exclude: [...elsewhere, ...slow.map((place) => `${place}**`)] }),
      project('exhaustive', { include: [exhaustive] }),
      project('soak', { include: [soak] }),
      project('recipes', { include: [recipes] }),
      project('matrix', { include: [matrix] }),
    ],
  },
})

function project(name: string, test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration {
  // A worker loads Prism, Express and msw once, not for each of a hundred files. And time enough for a busy machine: no
  // test fails for its pace.
  return {
    root,
    plugins: [yaml()],
    test: {
      name,
      isolate: false,
      testTimeout: 300_000,
      hookTimeout: 300_000,
      expect: { poll: { timeout: 60_000 } },
      // What is built is loaded as its users load it: by Node.
      server: { deps: { external: [/\/dist\//] } },
      ...test,
    },
  }
}
