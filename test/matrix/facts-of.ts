import type { FactResult } from '../faces/anywhere/stand-in-for-vitest.js'
import type { Run } from './installations.js'

/** What came of the facts of every face, but for those whose names contain a text. */
export async function factsOf(run: Run, ...without: readonly string[]) {
  const lines = (await run('facts.mjs', ...without)).trimEnd().split('\n')
  const results = JSON.parse(lines.at(-1) ?? '') as FactResult[]
  return { isMostOfThem: results.length > 500, failed: results.filter(({ result }) => result === 'failed') }
}
