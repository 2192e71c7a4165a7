import { describe, expect, test } from 'vitest'
import { brokenProviders } from './broken-providers.js'
import { conformingProviders } from './conforming-providers.js'
import { expectConforming } from './expect-conforming.js'
import { transcript } from './transcript.js'
import { startReferenceProvider } from './reference-provider.js'
import type { RunningProvider } from './running-provider.js'
import { startSmallProvider } from './small-provider.js'

const reference = { name: 'uses a database', start: startReferenceProvider, unsupported: [] }
const usual = await linesOf(startSmallProvider)

test('a transcript with the small provider is always the same', async () => {
  expect(await linesOf(startSmallProvider)).toEqual(usual)
})

test('the tables are as large as they should be, and every name is there once', () => {
  expect(new Set(brokenProviders.map(({ name }) => name)).size).toBe(brokenProviders.length)
  expect(new Set(conformingProviders.map(({ name }) => name)).size).toBe(conformingProviders.length)
  expect(brokenProviders.length).toBeGreaterThanOrEqual(75)
  expect(conformingProviders.length).toBeGreaterThanOrEqual(25)
})

/** What only crowds, patterns in ids and reads show is not in the transcript; test/verify/tables has the verifier find it. */
const BEYOND_THE_TRANSCRIPT = new Set([
  'takes a percent sign in the path for any digits',
  'takes an underscore in the path for any digit',
  'takes an asterisk in the path for any digits',
  'cancels each of several orders',
  'puts the id into a query as it is',
  'cancels the orders that a pattern fits, though it does not find it',
  'ships pending orders when a pet is read',
  'cancels pending orders when a pet is read',
  'remembers only the last 20 orders that it cancelled',
  'remembers only the last 50 orders that it cancelled',
  'finds only the last 25 orders',
  'finds only the last 50 orders',
  'shows the list as it was once there are more than 40 orders',
])
const shownByTranscript = brokenProviders.filter(({ name }) => !BEYOND_THE_TRANSCRIPT.has(name))

test.each(shownByTranscript)('a provider that $name can be told from one that does not', async ({ start }) => {
  expect(await firstDifference(start)).toBeDefined()
})

describe.concurrent('conforming providers', () => {
  test.each([...conformingProviders, reference])('a provider that $name conforms', async ({ start, unsupported }) => {
    const provider = await start()
    try {
      await expect(expectConforming(provider, unsupported)).resolves.toBeUndefined()
    } finally {
      await provider.close()
    }
  })
})

async function linesOf(start: () => Promise<RunningProvider>): Promise<string[]> {
  const provider = await start()
  try {
    const lines: string[] = []
    for await (const line of transcript(provider)) lines.push(line)
    return lines
  } finally {
    await provider.close()
  }
}

/** The first line of the transcript that is not as usual. */
async function firstDifference(start: () => Promise<RunningProvider>): Promise<string | undefined> {
  const provider = await start()
  let at = 0
  try {
    for await (const line of transcript(provider)) if (line !== usual[at++]) return line
    return undefined
  } finally {
    await provider.close()
  }
}
