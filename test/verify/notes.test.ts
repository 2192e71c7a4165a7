import { expect, test } from 'vitest'
import { conformingProviders } from './providers/conforming-providers.js'
import { startSmallProvider } from './providers/small-provider.js'
import { verifyOnce } from './verify-once.js'

test.each([
  ['hides cancelled orders and answers a second cancel with 404', ['model.cancelled-orders']],
  ['sends the Deprecation of the first draft', ['openapi.getPet.deprecation']],
])('a provider that %s passes, with a note', async (name, notes) => {
  const found = conformingProviders.find((one) => one.name === name)
  expect(await notesOf(found?.start ?? startSmallProvider)).toEqual({ notes, result: 'pass', count: notes.length })
})

test('the small provider gives nothing to note', async () => {
  expect(await notesOf(startSmallProvider)).toEqual({ notes: [], result: 'pass', count: 0 })
})

async function notesOf(start: typeof startSmallProvider) {
  const { checks, result, summary } = await verifyOnce(start, { checks: ['openapi', 'model'], runs: 1 })
  const notes = checks.filter((check) => check.result === 'note').map(({ id }) => id)
  return { notes, result, count: summary.notes }
}
