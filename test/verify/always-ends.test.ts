import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { VerificationReport } from '../../src/verify/index.js'
import { runCommand, runProcess, startCommand } from '../cli/command.js'
import { temporaryFile, temporaryFolder } from '../temporary-file.js'
import { providerDuringTest, serveDuringTest } from './providers/during-test.js'
import { type Deviation, SMALL_KEY, startSmallProvider } from './providers/small-provider.js'

// Whatever a provider or its states do, the command ends with a report and an exit code.

test('a state function that never settles ends the run after the timeout', async () => {
  const states = moduleOfStates(`'a pending order': () => new Promise(() => {})`)
  const { code, report } = await verify(states, ['--checks', 'model', '--states-timeout', '1s'])
  expect(code).toBe(3)
  expect(report.error?.message).toMatch(/^Cannot set up the state "a pending order": .*within 1000 ms/)
})

test('a module of states that never loads ends with 2', async () => {
  const states = temporaryFile('states.mjs', 'await new Promise(() => {})')
  const { code, stderr } = await verify(states, ['--states-timeout', '500ms'])
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/Cannot load .*within 500 ms/) as string })
})

test('a handle that a module of states leaves open does not keep the process', async () => {
  const states = moduleOfStates(`'a pending order': () => (setInterval(() => {}, 1000), undefined)`)
  const run = runProcess
  expect(await verify(states, ['--checks', 'model'], { run })).toMatchObject({ code: 0, report: { result: 'pass' } })
})

test('a crash in a module of states ends the run with a report', async () => {
  const crash = `(setTimeout(() => { throw new Error('pool exploded') }), new Promise((r) => setTimeout(r, 400)))`
  const states = moduleOfStates(`'a pending order': () => ${crash}`)
  const { code, report } = await verify(states, ['--checks', 'model'], { run: runProcess })
  expect({ code, result: report.result, error: report.error?.message }).toEqual({
    code: 3,
    result: 'error',
    error: 'The run was stopped early, because something crashed: pool exploded.',
  })
})

test('a module of states that ends the process does not make it a success', async () => {
  const states = moduleOfStates(`'a pending order': () => process.exit(0)`)
  const { code, stderr } = await verify(states, ['--checks', 'model'], { run: runProcess })
  expect(code).toBe(3)
  expect(stderr).toContain('orders-mock: Something ended the process before its work was done.\n')
})

test('the output of a module of states does not mix with a report on stdout', async () => {
  const states = moduleOfStates(`'a pending order': () => { console.log('seeded'); throw new Error('locked') }`)
  const { report, stderr } = await verify(states, ['--checks', 'model'], { run: runProcess })
  expect(report).toMatchObject({ result: 'error' })
  expect(stderr).toMatch(/^seeded$/m)
})

test('a states URL that hangs is given up after the timeout', async () => {
  const origin = await serveDuringTest(() => new Promise(() => {}))
  const { code, report } = await verify(`${origin}/_states`, ['--checks', 'model', '--states-timeout', '500ms'])
  expect(code).toBe(3)
  expect(report.error?.message).toMatch(/^Cannot set up the state .* \(nothing complete came within 500 ms; --st/)
})

test('a provider that drops some requests, and closes connections meanwhile, gets a finding and does not crash the run', async () => {
  let requests = 0
  const { code, report } = await verify(undefined, ['--checks', 'openapi,model', '--time-budget', '5s'], {
    deviation: (usual) => ({
      answer: (call) => {
        requests += 1
        if (requests % 3 === 0) call.request.socket.resetAndDestroy()
        return usual.answer(call)
      },
    }),
  })
  expect(code).toBe(1)
  const id = expect.stringMatching(/^openapi\.\w+\.answered$/) as string
  expect(report.checks).toContainEqual(expect.objectContaining({ id, result: 'failed' }))
})

test('a provider that ends in the middle of a run is out of reach, without a finding about the request under way', async () => {
  let requests = 0
  const running = await startSmallProvider((usual) => ({
    answer: (call) => {
      requests += 1
      if (requests === 12) {
        void running.close()
        call.request.socket.destroy()
      }
      return usual.answer(call)
    },
  }))
  const flags = ['--checks', 'openapi', '--report', 'json']
  const { code, stderr } = await runProcess(['verify', running.baseUrl, ...flags], { ORDERS_MOCK_KEY: SMALL_KEY })
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr: expect.stringMatching(/Cannot reach \S+: connection refused\. /) as string,
  })
})

test('a list that never gets a response is not sent by each further check', async () => {
  const flags = ['--checks', 'model,openapi', '--timeout', '500ms']
  const { code, report } = await verify('of the provider', flags, { deviation: hangsOnLists })
  expect(code).toBe(1)
  const message = expect.stringMatching(/nothing complete came within 500 ms\. \(To 3 of \d+ requests\.\)$/) as string
  expect(report.checks).toContainEqual(expect.objectContaining({ id: 'openapi.listOrders.answered', message }))
})

test('what a slow provider leaves the openapi check no time for is skipped', async () => {
  let lists = 0
  const { code, report } = await verify(undefined, ['--checks', 'openapi', '--time-budget', '2s'], {
    deviation: (usual) => ({
      listOrders: async (call) => {
        lists += 1
        await pause(400)
        return usual.listOrders(call)
      },
    }),
  })
  const message = 'The time budget was used up. Increase --time-budget.'
  const skipped = expect.objectContaining({ id: 'openapi.getPet.schema', result: 'skipped', message }) as object
  expect({ code, isSoon: lists < 12, checks: report.checks }).toEqual({
    code: 0,
    isSoon: true,
    checks: expect.arrayContaining([skipped]) as object,
  })
})

test('a long list that comes again is judged once', async () => {
  const body = JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id, quantity: 'two' })))
  const { report } = await verify(undefined, ['--checks', 'openapi'], { deviation: listOf(body) })
  expect(report.checks).toContainEqual(
    expect.objectContaining({
      id: 'openapi.listOrders.schema',
      message: expect.stringMatching(/ 20000 elements share this fault\. \(In 1 of \d+ responses\.\)$/) as string,
    }),
  )
})

test('responses that are nested thousands of levels deep are findings', async () => {
  const body = `[{"id":1,"x":${'['.repeat(3_600)}${']'.repeat(3_600)}}]`
  const flags = ['--checks', 'openapi,model', '--time-budget', '2s']
  const { code, report } = await verify(undefined, flags, { deviation: listOf(body) })
  expect({ code, error: report.error }).toEqual({ code: 1, error: undefined })
  expect(report.checks).toContainEqual(expect.objectContaining({ id: 'openapi.listOrders.json', result: 'failed' }))
})

test('SIGTERM ends in reports of what was seen so far, and 3', async () => {
  const { baseUrl } = await providerDuringTest()
  const [into, states] = [temporaryFolder(), moduleOfStates(`'many orders': () => new Promise(() => {})`)]
  const reports = ['pretty', 'json', 'junit', 'github', 'markdown'].map((format) => `${format}=${into}/${format}`)
  const flags = ['--timeout', '60s', '--checks', 'model', ...reports.flatMap((report) => ['--report', report])]
  await using running = startCommand(['verify', baseUrl, '--states', states, ...flags], { ORDERS_MOCK_KEY: SMALL_KEY })
  await expect.poll(() => running.stderr()).toContain('asked for many orders')
  running.child.kill('SIGTERM')
  expect(await running.ended).toMatchObject({ code: 3 })
  const report = JSON.parse(await readFile(`${into}/json`, 'utf8')) as VerificationReport
  const message = 'The run was stopped early by SIGTERM.'
  expect(report).toMatchObject({ result: 'error', error: { message, exitCode: 3 } })
  expect(report.checks).toContainEqual(expect.objectContaining({ id: 'model.end', result: 'error', message }))
  expect(report.checks.length).toBeGreaterThan(1)
  for (const format of ['pretty', 'junit', 'github', 'markdown']) {
    expect(await readFile(`${into}/${format}`, 'utf8')).toContain(message)
  }
})

const hangsOnLists: Deviation = () => ({ listOrders: () => new Promise(() => {}) })

/**
 * @param states what `--states` names; `of the provider` stands for its own
 * @param run how: in this process, or in one of its own
 */
async function verify(
  states: string | undefined,
  flags: readonly string[],
  { run = runCommand, deviation }: { run?: typeof runCommand; deviation?: Deviation } = {},
) {
  const { baseUrl, statesUrl } = await providerDuringTest(deviation)
  const given = states === undefined ? [] : ['--states', states === 'of the provider' ? statesUrl : states]
  const usual = ['--timeout', '20s', '--runs', '1', '--report', 'json']
  const ended = await run(['verify', baseUrl, ...given, ...usual, ...flags], { ORDERS_MOCK_KEY: SMALL_KEY })
  return {
    ...ended,
    get report() {
      return JSON.parse(ended.stdout) as VerificationReport
    },
  }
}

function listOf(body: string): Deviation {
  return (usual) => ({ listOrders: () => ({ ...usual.json(200, []), body }) })
}

/** A module that offers one state, and none of the others. */
function moduleOfStates(member: string): string {
  const states = `new Proxy({ ${member} }, { get: (own, name) => {
    if (typeof name === 'string' && name in own) process.stderr.write('asked for ' + name + '\\n')
    return own[name] ?? (name === 'then' ? undefined : () => undefined)
  } })`
  return temporaryFile('states.mjs', `export default ${states}`)
}
