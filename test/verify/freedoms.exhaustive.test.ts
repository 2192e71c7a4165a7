import type { VerificationReport } from 'orders-mock/verify'
import { expect, test } from 'vitest'
import { OrdersMock } from '../../src/core/index.js'
import { startServer } from '../../src/server/index.js'
import { freedoms } from '../../src/spec/index.js'
import { conformingProviders } from './providers/conforming-providers.js'
import { verifyOnce } from './verify-once.js'

type Options = NonNullable<Parameters<typeof startServer>[0]>

// Freedoms are learned from the rules; random sequences add little.
const RUNS = { runs: 5 }

function verifyMock(options: Options): Promise<VerificationReport> {
  const start = async () => {
    const server = await startServer(options)
    return { ...server, statesUrl: `${server.origin}/__mock/provider-states` }
  }
  return verifyOnce(start, RUNS)
}

/** The choices in a report, as in a file for `serve --freedoms`. */
function learnedIn({ freedoms: habits = [] }: VerificationReport): Record<string, string> {
  return Object.fromEntries(habits.flatMap(({ freedom, choice }) => (choice === undefined ? [] : [[freedom, choice]])))
}

/** What only traffic shows, or nothing: a field that is missing may never have been given. */
const UNSEEN = new Set(['missing-members', 'pet-of-order'])

// Together they draw every choice of every freedom.
const seeds = [1, 7, 391, 1127]

test('the seeds draw every choice', () => {
  const drawn = seeds.map(choicesOf)
  const missed = freedoms.flatMap(({ name, choices }) =>
    choices.filter((choice) => !drawn.some((each) => each[name] === choice.name)).map((choice) => [name, choice.name]),
  )
  expect(missed).toEqual([])
})

test.concurrent.each(seeds)('verify passes whatever a seed draws, and learns it: %i', async (seed) => {
  const report = await verifyMock({ freedoms: seed })
  expect(report.checks.filter(({ result }) => result === 'failed' || result === 'error')).toEqual([])
  const shown = Object.entries(choicesOf(seed)).filter(([name]) => !UNSEEN.has(name))
  expect(learnedIn(report)).toMatchObject(Object.fromEntries(shown))
})

test.concurrent.each(conformingProviders.filter((_, index) => index % 33 === 0))(
  'what is learned of a provider is served, and learned again: $name',
  async ({ start }) => {
    const first = learnedIn(await verifyOnce(start, RUNS))
    const second = learnedIn(await verifyMock({ freedoms: first }))
    expect(second).toMatchObject(first)
  },
)

function choicesOf(seed: number) {
  return new OrdersMock({ freedoms: seed }).sandbox().freedoms.read().choices
}
