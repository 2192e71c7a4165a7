import { expect, test } from 'vitest'
import { brokenProviders } from './broken-providers.js'
import { conversation } from './conversation.js'
import type { RunningProvider } from './running-provider.js'
import { startSmallProvider } from './small-provider.js'

const usual = await linesOf(startSmallProvider)

test('a conversation with the small provider is always the same', async () => {
  expect(await linesOf(startSmallProvider)).toEqual(usual)
})

test('the tables are as large as they should be, and every name is there once', () => {
  const names = brokenProviders.map(({ name }) => name)
  expect(names.length).toBeGreaterThanOrEqual(75)
  expect(new Set(names).size).toBe(names.length)
})

test.each(brokenProviders)('a provider that $name can be told from one that does not', async ({ start }) => {
  expect(await firstDifference(start)).toBeDefined()
})

async function linesOf(start: () => Promise<RunningProvider>): Promise<string[]> {
  const provider = await start()
  try {
    const lines: string[] = []
    for await (const line of conversation(provider)) lines.push(line)
    return lines
  } finally {
    await provider.close()
  }
}

/** The first line of the conversation that is not as usual. */
async function firstDifference(start: () => Promise<RunningProvider>): Promise<string | undefined> {
  const provider = await start()
  let at = 0
  try {
    for await (const line of conversation(provider)) if (line !== usual[at++]) return line
    return undefined
  } finally {
    await provider.close()
  }
}
