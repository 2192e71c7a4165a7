import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type ServerOptions, startServer } from '../../src/server/index.js'
import type { VerificationReport } from '../../src/verify/index.js'
import { runCommand } from '../cli/command.js'
import { temporaryFolder } from '../temporary-file.js'
import { providerDuringTest } from '../verify/providers/during-test.js'

// What version 0.1.0 wrote, byte for byte. Nobody writes it again: every later version reads it.
const OLD = fileURLToPath(new URL('0.1.0', import.meta.url))

test('a data folder of version 0.1.0 has the state of each sandbox', async () => {
  const data = join(temporaryFolder(), 'data')
  cpSync(join(OLD, 'data'), data, { recursive: true })
  const names = ['main', 'own', 'everything~Worker-3']
  expect(await statesOf({ data }, names)).toEqual(names.map(oldState))
})

test('a scenario of version 0.1.0 is the same state', async () => {
  expect(await statesOf({ fixtures: join(OLD, 'scenarios') }, ['everything'])).toEqual([oldState('everything')])
})

test('a report of version 0.1.0 can be rerun', async () => {
  const file = join(OLD, 'report.json')
  const old = JSON.parse(readFileSync(file, 'utf8')) as VerificationReport
  const { code, report } = await verify('--rerun', file)
  expect([code, report.seed, failedIn(report)]).toEqual([1, old.seed, failedIn(old)])
})

test('the violations in a baseline of version 0.1.0 are known', async () => {
  const file = join(OLD, 'baseline.json')
  const { known } = JSON.parse(readFileSync(file, 'utf8')) as { known: { check: string }[] }
  const { code, report } = await verify('--baseline', file, '--checks', 'pact,openapi')
  const seen = report.checks.flatMap((check) => (check.known ? [check.id] : []))
  expect([code, seen.toSorted()]).toEqual([0, known.map(({ check }) => check).filter((id) => id !== 'model')])
})

test('the choices that version 0.1.0 learned are those of a mock', async () => {
  await using server = await startServer({ freedoms: join(OLD, 'freedoms.yaml') })
  expect(server.mock.sandbox().state().freedoms).toMatchObject({ choices: { 'deprecation-link': 'none' } })
})

/** The state of a sandbox, as version 0.1.0 returned it. */
function oldState(name: string): string {
  return readFileSync(join(OLD, 'states', `${name}.json`), 'utf8')
}

/** The states of sandboxes, as a server returns them that finds no problem. */
async function statesOf(options: ServerOptions, names: readonly string[]): Promise<string[]> {
  await using server = await startServer({ ...options, onProblem: fail })
  const states = names.map(async (name) => {
    const sandbox = encodeURIComponent(server.mock.sandbox(name).name)
    return (await fetch(`${server.origin}/__mock/sandboxes/${sandbox}/state`)).text()
  })
  return await Promise.all(states)
}

function fail(problem: string): never {
  throw new Error(problem)
}

/** Verifies the provider of the report, whose list has another status. */
async function verify(...flags: readonly string[]) {
  const { baseUrl, apiKey, statesUrl } = await providerDuringTest((usual) => ({
    listOrders: () => usual.json(206, []),
  }))
  const json = join(temporaryFolder(), 'report.json')
  const given = ['--key', apiKey, '--states', statesUrl, '--report', `json=${json}`, ...flags]
  const { code } = await runCommand(['verify', baseUrl, ...given])
  return { code, report: JSON.parse(readFileSync(json, 'utf8')) as VerificationReport }
}

function failedIn({ checks }: VerificationReport): string[] {
  return checks.filter(({ result }) => result === 'failed').map(({ id }) => id)
}
