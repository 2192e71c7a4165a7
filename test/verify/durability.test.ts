import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { verifyProvider } from 'orders-mock/verify'
import { freePort } from '../cli/command.js'
import { missingCommands } from '../on-this-machine.js'
import { temporaryFolder } from '../temporary-file.js'
import { withoutStates } from './providers/deviations.js'
import type { Deviation } from './providers/small-provider.js'
import { verifySmall } from './verify-once.js'

const missing = missingCommands('sh', 'nohup')
const main = fileURLToPath(new URL('../../dist/bin/main.js', import.meta.url))

test('what the mock confirmed is so after a crash, if it persists its data', async ({ skip }) => {
  skip(missing !== undefined, missing)
  const { restarted } = await verify(['--data', join(temporaryFolder(), 'data')])
  expect(restarted).toMatchObject({ result: 'passed', clause: 'States and transitions' })
})

test('a provider that keeps its orders in memory forgets what it confirmed', async ({ skip }) => {
  skip(missing !== undefined, missing)
  const { restarted, report } = await verify([])
  expect([report.result, restarted?.result]).toEqual(['fail', 'failed'])
  expect(restarted?.message).toMatch(/^After the restart: Order \d+ .* is not in the list\.$/)
})

test.concurrent.each([
  ['exit 7', 'The command of --restart ended with exit code 7: exit 7'],
  ['sleep 60', 'The command of --restart did not return within 3 s: sleep 60'],
])('a command that fails ends the run with exit code 3: %s', async (restart, message) => {
  const { error } = await verifySmall(() => ({}), { checks: ['openapi'], restart, statesTimeoutMs: 3000 })
  expect(error).toEqual({ message, exitCode: 3 })
})

const UNCLEAR = 'The provider did not do before the restart what is to be compared: see the other checks.'

test.each<[string, Deviation, message: string]>([
  [
    'a state is missing',
    withoutStates(['a shipped order']),
    'the provider does not support the state "a shipped order" (501)',
  ],
  ['the provider violates the contract before', (usual) => ({ cancel: () => usual.error(500, 'no') }), UNCLEAR],
])('nothing is restarted if %s', async (_, deviation, message) => {
  const { checks } = await verifySmall(deviation, { checks: ['openapi'], restart: 'exit 7' })
  expect(checks).toContainEqual(expect.objectContaining({ id: 'model.restart', result: 'skipped', message }))
})

test('a restart needs provider states', async () => {
  const run = verifyProvider({ baseUrl: 'http://127.0.0.1:1/v1', restart: 'true' })
  await expect(run).rejects.toThrow('--restart needs orders whose status is known: set --states, too.')
})

async function verify(flags: readonly string[]) {
  const [port, folder] = [await freePort(), temporaryFolder()]
  const pid = join(folder, 'pid')
  const script = join(folder, 'restart.sh')
  const serve = [process.execPath, main, 'serve', '--port', `${port}`, ...flags].map((word) => `'${word}'`).join(' ')
  writeFileSync(script, `[ -f ${pid} ] && kill -9 $(cat ${pid})\nnohup ${serve} >/dev/null 2>&1 &\necho $! >${pid}\n`)
  const end = () => existsSync(pid) && process.kill(Number(readFileSync(pid, 'utf8')), 'SIGKILL')
  onTestFinished(() => void end())
  execFileSync('sh', [script], { stdio: 'ignore' })
  const baseUrl = `http://127.0.0.1:${port}/v1`
  const states = `http://127.0.0.1:${port}/__mock/provider-states`
  const restart = `sh ${script}`
  const report = await verifyProvider({ baseUrl, states, checks: ['openapi'], waitForMs: 30_000, restart })
  return { report, restarted: report.checks.find(({ id }) => id === 'model.restart') }
}
