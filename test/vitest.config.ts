import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { yaml } from '../.build/yaml.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const tests = 'test/**/*.test.ts'
/**
 * Minutes in all: the verifier against all providers, the packed package, Playwright, axe on every view of the panel, and
 * kills. Only CI has the time.
 */
const exhaustive = 'test/**/*.exhaustive.test.ts'
/** The newest of each peer, on a newer Node: for CI, too. */
const newest = 'test/**/*.newest.test.ts'
/** What other people's tools take minutes to do, and to install: npm run test:recipes, npm run test:matrix. */
const recipes = 'test/**/*.recipe.test.ts'
const matrix = 'test/**/*.matrix.test.ts'
const elsewhere = [exhaustive, newest, recipes, matrix]
/** Runs of the verifier, the panel in Chromium, and the README's examples: not for every change. */
const slow = [
  'test/action/',
  'test/msw/page/',
  'test/pact/recorded-pact.test.ts',
  'test/panel/',
  'test/traffic/recording.test.ts',
  'test/readme/',
  'test/verify/model/',
  'test/verify/verify-provider.test.ts',
]
/** What takes by far the longest. */
const longest = ['test/verify/tables/']
const longer = ['test/verify/model/', 'test/verify/freedoms', 'test/traffic/broken-providers', 'test/matrix/']
/** What takes seconds a file: it waits for time to pass, or for processes. */
const long = ['test/cli/', 'test/mcp/', 'test/package/', 'test/playwright/', 'test/server/', 'test/verify/']

/** Begins with what takes longest, so that no core is idle while the last file is still running. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- A sequencer is not an array.
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const isIn = (places: readonly string[]): boolean => places.some((place) => moduleId.startsWith(root + place))
  return [longest, longer, [...slow, ...long], ['']].findIndex(isIn)
}

/** What `npm run check` runs, and `npm run mutate` for each mutant. */
export const fast = project('fast', { include: [tests], exclude: [...elsewhere, ...slow.map((place) => `${place}**`)] })

export default defineConfig({
  root,
  test: {
    globalSetup: 'test/build-once.ts',
    // Many tests wait for servers and processes: two more than there are cores keep them busy. Each loads everything anew.
    maxWorkers: availableParallelism() + 2,
    // Runs of the verifier mostly wait.
    maxConcurrency: 8,
    // What is compiled for one run, or project, serves the next.
    experimental: { fsModuleCache: true },
    sequence: { sequencer: LongestFirst },
    // A line for each file, and failures in full.
    reporters: [['default', { summary: false }]],
    slowTestThreshold: 60_000,
    // Of the processes of Vitest: what runs in processes of its own, and in browsers, is not counted. CI measures it.
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      exclude: ['src/panel/**', '**/*.generated.ts', '**/*.d.ts'],
      reporter: ['text-summary'],
      reportsDirectory: 'node_modules/.cache/coverage',
      thresholds: { statements: 88, branches: 84, functions: 89, lines: 89 },
    },
    projects: [
      project('all', { include: [tests], exclude: elsewhere }),
      fast,
      project('exhaustive', { include: [exhaustive] }),
      project('newest', { include: [newest] }),
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
      // A larger young generation: what a test leaves behind is collected before it is promoted.
      execArgv: ['--max-semi-space-size=32'],
      testTimeout: 300_000,
      hookTimeout: 300_000,
      expect: { poll: { timeout: 60_000 } },
      // The names of tests are told whole.
      chaiConfig: { truncateThreshold: 0 },
      // What is built is loaded as its users load it: by Node.
      server: { deps: { external: [/\/dist\//] } },
      ...test,
    },
  }
}
