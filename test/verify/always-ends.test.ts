import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { exitCodeOf, type VerificationReport, type VerifyOptions, verifyProvider } from '../../src/verify/index.js'
import { runCommand, runProcess, startCommand } from '../cli/command.js'
import { temporaryFile, temporaryFolder } from '../temporary-file.js'
import { delaying } from './providers/deviations.js'
import { providerDuringTest } from './providers/during-test.js'
import { type Call, type Deviation, SMALL_KEY, startSmallProvider } from './providers/small-provider.js'
import { failures, verifyOnce } from './verify-once.js'

// Whatever a provider or its states do, the command ends with a report and an exit code.

const MODEL = ['--checks', 'model']

function matching(pattern: string): string {
  return expect.stringMatching(new RegExp(pattern, 'm')) as string
}

const NEVER = '() => new Promise(() => {})'
const LEFT_OPEN = '() => (setInterval(() => {}, 1000), undefined)'
const CRASHING = `() => (setTimeout(() => { throw new Error('pool exploded') }), new Promise((r) => setTimeout(r, 400)))`
const CRASHED = 'The run was stopped early, because something crashed: pool exploded.'
const TALKING = `() => { console.log('seeded'); throw new Error('locked') }`
const CANNOT = 'Cannot set up the state "a pending order": '

test('a state function that never settles ends the run after the timeout', async () => {
  const { code, report } = await verify(moduleOfStates(NEVER), [...MODEL, '--states-timeout', '1s'])
  expect([code, report.error?.message]).toEqual([3, matching(`^${CANNOT}.*within 1000 ms`)])
})

test('a module of states that never loads ends with 2', async () => {
  const states = temporaryFile('states.mjs', 'await new Promise(() => {})')
  const { code, stderr } = await verify(states, ['--states-timeout', '500ms'])
  expect([code, stderr]).toEqual([2, matching('Cannot load .*within 500 ms')])
})

test.each<[string, string, end: [code: number, result: string], stderr: string]>([
  ['a handle that is left open does not keep the process', LEFT_OPEN, [0, 'pass'], '^asked for a pending order$'],
  ['a crash ends the run with a report', CRASHING, [3, 'error'], `^orders-mock: ${CRASHED}$`],
  ['its output does not mix with a report on stdout', TALKING, [3, 'error'], `^seeded$[^]*${CANNOT}`],
])('of a module of states, %s', async (_, handler, [code, result], stderr) => {
  const ended = await verify(moduleOfStates(handler), ['--checks', 'openapi'], runProcess)
  expect(ended).toMatchObject({ code, report: { result }, stderr: matching(stderr) })
})

test('a module of states that ends the process does not make it a success', async () => {
  const { code, stderr } = await verify(moduleOfStates('() => process.exit(0)'), MODEL, runProcess)
  const message = matching('^orders-mock: Something ended the process before its work was done\\.$')
  expect([code, stderr]).toEqual([3, message])
})

test('a list that never gets a response is not sent by each further check', async () => {
  const options = { checks: ['model', 'openapi'], timeoutMs: 500 } as const
  const { checks } = await reportOn(() => ({ listOrders: () => UNANSWERED }), options)
  const message = matching('nothing complete came within 500 ms\\. \\(To 3 of \\d+ requests\\.\\)$')
  expect(checks).toContainEqual(
    expect.objectContaining({ id: 'openapi.listOrders.answered', result: 'failed', message }),
  )
})

// Those below wait for most of their time.

test.concurrent('a states URL that hangs is given up after the timeout', async () => {
  const { error } = await reportOn(() => ({ sendValues: () => {} }), { checks: ['model'], statesTimeoutMs: 500 })
  const message = matching('^Cannot set up the state .* \\(nothing complete came within 500 ms; --st')
  expect(error).toEqual({ exitCode: 3, message })
})

test.concurrent('a provider that drops some requests, and closes connections meanwhile, gets a finding and does not crash the run', async () => {
  let requests = 0
  const deviation: Deviation = (usual) => ({
    answer: (call) => {
      if (++requests % 3 === 0) call.request.socket.resetAndDestroy()
      return usual.answer(call)
    },
  })
  const report = await reportOn(deviation, { states: undefined, checks: ['openapi', 'model'], timeBudgetMs: 5_000 })
  const found = expect.arrayContaining([matching('^openapi\\.\\w+\\.answered$')]) as string[]
  expect([exitCodeOf(report), failures(report)]).toEqual([1, found])
})

test.concurrent('what a slow provider leaves the openapi check no time for is skipped', async () => {
  const options = { states: undefined, checks: ['openapi'], timeBudgetMs: 2_000 } as const
  const report = await reportOn(delaying('listOrders', 400), options)
  const message = 'The time budget was used up. Increase --time-budget.'
  const skipped = expect.objectContaining({ id: 'openapi.getPet.schema', result: 'skipped', message }) as object
  expect([exitCodeOf(report), report.checks]).toEqual([0, expect.arrayContaining([skipped])])
  expect(report.coverage.find(({ operation }) => operation === 'listOrders')?.seen).toBeLessThan(12)
})

test.concurrent('a long list that comes again is judged once', async () => {
  const body = JSON.stringify(Array.from({ length: 2_000 }, (_, id) => ({ id, quantity: 'two' })))
  const { checks } = await reportOn(listOf(body), { states: undefined, checks: ['openapi'] })
  const message = matching(' 2000 elements share this fault\\. \\(In 1 of \\d+ responses\\.\\)$')
  expect(checks).toContainEqual(expect.objectContaining({ id: 'openapi.listOrders.schema', message }))
})

test.concurrent('responses that are nested thousands of levels deep are findings', async () => {
  const deep = listOf(`[{"id":1,"x":${'['.repeat(3_600)}${']'.repeat(3_600)}}]`)
  const report = await reportOn(deep, { states: undefined, checks: ['openapi', 'model'], timeBudgetMs: 2_000 })
  expect([exitCodeOf(report), report.error]).toEqual([1, undefined])
  expect(failures(report)).toContain('openapi.listOrders.json')
})

test('SIGTERM ends in reports of what was seen so far, and 3', async () => {
  const { baseUrl } = await providerDuringTest()
  const [into, states] = [temporaryFolder(), moduleOfStates(NEVER, 'many orders')]
  const texts = ['pretty', 'junit', 'github', 'markdown']
  const flags = [...MODEL, ...['json', ...texts].flatMap((format) => ['--report', `${format}=${into}/${format}`])]
  await using running = startCommand(['verify', baseUrl, '--states', states, ...flags], { ORDERS_MOCK_KEY: SMALL_KEY })
  await expect.poll(() => running.stderr()).toContain('asked for many orders')
  running.child.kill('SIGTERM')
  expect(await running.ended).toMatchObject({ code: 3 })
  const report = JSON.parse(await readFile(`${into}/json`, 'utf8')) as VerificationReport
  const message = 'The run was stopped early by SIGTERM.'
  expect(report).toMatchObject({ result: 'error', error: { message, exitCode: 3 } })
  expect(report.checks).toContainEqual(expect.objectContaining({ id: 'model.end', result: 'error', message }))
  expect(report.checks.length).toBeGreaterThan(1)
  for (const format of texts) expect(await readFile(`${into}/${format}`, 'utf8')).toContain(message)
})

/** Verifies the small provider with a file of states, by the command in this process or in one of its own. */
async function verify(states: string, flags: readonly string[], run = runCommand) {
  const { baseUrl } = await providerDuringTest()
  const usual = ['--states', states, '--timeout', '20s', '--runs', '1', '--report', 'json']
  const ended = await run(['verify', baseUrl, ...usual, ...flags], { ORDERS_MOCK_KEY: SMALL_KEY })
  return {
    ...ended,
    get report() {
      return JSON.parse(ended.stdout) as VerificationReport
    },
  }
}

async function reportOn(deviation: Deviation, options: Partial<VerifyOptions>): Promise<VerificationReport> {
  const { baseUrl, statesUrl: states, close } = await startSmallProvider(deviation)
  const usual = { baseUrl, key: SMALL_KEY, states, timeoutMs: 20_000, runs: 1 }
  return await verifyProvider({ ...usual, ...options }).finally(close)
}

const UNANSWERED = new Promise<never>(() => {})

// Sockets of a provider that has ended close in no order: an answer may be read after another connection was seen to close.
test.concurrent.each([
  ['nothing that began later was answered', 0, []],
  ['something that began later was answered', 100, ['openapi.cancelOrder.answered']],
])('a request that an ended provider got no response to counts only if later ones got one: %s', async (...row) => {
  const [, answeredMeanwhile, failed] = row
  const report = await verifyOnce(() => startEnding(answeredMeanwhile), { checks: ['openapi', 'model'] })
  expect(report.error).toMatchObject({ exitCode: 3 })
  expect(failures(report).filter((id) => id.startsWith('openapi.'))).toEqual(failed)
})

test.concurrent('a provider that ends in the middle of a run is out of reach, without a finding about the request under way', async () => {
  let requests = 0
  const provider = await startSmallProvider((usual) => ({
    answer: (call) => {
      if (++requests === 12) {
        void provider.close()
        call.request.socket.destroy()
      }
      return usual.answer(call)
    },
  }))
  const report = await verifyOnce(async () => provider, { states: undefined, checks: ['openapi'] })
  const message = expect.stringMatching(/^Cannot reach \S+: connection refused\. /) as string
  expect(report).toMatchObject({ error: { message, exitCode: 3 }, summary: { failed: 0 } })
})

function listOf(body: string): Deviation {
  return (usual) => ({ listOrders: () => ({ ...usual.json(200, []), body }) })
}

/** A module that offers one state, and none of the others. */
function moduleOfStates(handler: string, state = 'a pending order'): string {
  const states = `new Proxy({ '${state}': ${handler} }, { get: (own, name) => {
    if (typeof name === 'string' && name in own) process.stderr.write('asked for ' + name + '\\n')
    return own[name] ?? (name === 'then' ? undefined : () => undefined)
  } })`
  return temporaryFile('states.mjs', `export default ${states}`)
}

/** Breaks off its answer to the first cancel, answers some more requests, and ends with its answer to the second cancel. */
async function startEnding(answeredMeanwhile: number) {
  const cancels: Call[] = []
  let left = Infinity
  const provider = await startSmallProvider((usual) => ({
    answer: (call) => {
      left -= 1
      return left < 0 ? UNANSWERED : usual.answer(call)
    },
    cancelOrder: async (call) => {
      if (cancels.length === 2 || usual.find(call.id)?.status !== 'pending') return usual.cancelOrder(call)
      const [first] = cancels
      cancels.push(call)
      if (first === undefined) return UNANSWERED
      left = answeredMeanwhile
      first.request.socket.end('HTTP/1.1 409 Conflict\r\nContent-Length: 9\r\n\r\n')
      await delay(50)
      await vi.waitUntil(() => left <= 0, { timeout: 60_000 })
      void provider.close()
      return usual.cancelOrder(call)
    },
  }))
  return provider
}
