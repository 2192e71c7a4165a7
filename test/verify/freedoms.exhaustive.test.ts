import type { VerificationReport } from 'orders-mock/verify'
import { describe, expect, test } from 'vitest'
import { startServer } from '../../src/server/index.js'
import { freedoms } from '../../src/spec/index.js'
import { conformingProviders } from './providers/conforming-providers.js'
import { verifyOnce } from './verify-once.js'

type Options = NonNullable<Parameters<typeof startServer>[0]>

/** Verifies a mock that makes these choices. */
export function verifyMock(options: Options, runs = 20): Promise<VerificationReport> {
  const start = async () => {
    const server = await startServer(options)
    const { baseUrl, apiKey, origin } = server
    return { baseUrl, apiKey, statesUrl: `${origin}/__mock/provider-states`, close: () => server.close() }
  }
  return verifyOnce(start, { runs })
}

/** The choices in a report, as in a file for `serve --freedoms`. */
export function learnedIn({ freedoms: habits = [] }: VerificationReport): Record<string, string> {
  return Object.fromEntries(habits.flatMap(({ freedom, choice }) => (choice === undefined ? [] : [[freedom, choice]])))
}

/** What only traffic shows, or nothing: a field that is missing may never have been given. */
const UNSEEN = new Set(['missing-members', 'pet-of-order'])

describe.concurrent('whatever a seed draws', () => {
  test.each(Array.from({ length: 10 }, (_, index) => index + 1))('verify passes, and learns it: %i', async (seed) => {
    const server = await startServer({ freedoms: seed })
    const { choices } = server.mock.sandbox().freedoms.read()
    await server.close()
    const report = await verifyMock({ freedoms: seed })
    expect(report.checks.filter(({ result }) => result === 'failed' || result === 'error')).toEqual([])
    expect(learnedIn(report)).toMatchObject(
      Object.fromEntries(Object.entries(choices).filter(([name]) => !UNSEEN.has(name))),
    )
  })
})

describe.concurrent('one choice by itself', () => {
  const all = freedoms.flatMap(({ name, choices }) => choices.slice(1).map((choice) => [name, choice.name] as const))
  test.each(all)('verify passes with %s: %s', async (name, choice) => {
    const report = await verifyMock({ freedoms: { choices: { [name]: choice } } }, 5)
    expect(report.checks.filter(({ result }) => result === 'failed' || result === 'error')).toEqual([])
  })
})

test.concurrent.each(conformingProviders.filter((_, index) => index % 6 === 0))(
  'what is learned of a provider is served, and learned again: $name',
  async ({ start }) => {
    const first = learnedIn(await verifyOnce(start, {}))
    const second = learnedIn(await verifyMock({ freedoms: first }))
    expect(second).toMatchObject(first)
  },
)
