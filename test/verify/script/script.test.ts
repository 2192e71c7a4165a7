import { execFileSync } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { NoAnswerError } from '../../../src/contract/index.js'
import { type ScriptEvent, scriptLines } from '../../../src/verify/script/script.js'
import { temporaryFolder } from '../../temporary-file.js'
import { verifySmall } from '../verify-once.js'

const CANCEL = {
  request: { method: 'DELETE', path: '/store/orders/17', url: 'http://shop/v1/store/orders/17', headers: {} },
  response: { status: 204, headers: {}, body: '', isUtf8: true },
  durationMs: 1,
}

const EVENTS: readonly ScriptEvent[] = [
  { kind: 'state', name: 'a pending order', values: { orderId: '17' } },
  { kind: 'answers', answers: [{ answer: CANCEL }] },
]

const request = () => ({ method: 'POST', url: 'http://shop/_states', headers: {}, content: '{}' })

test('an id goes from the answer to a state into the requests after it', () => {
  expect(scriptLines(EVENTS, { states: { request }, expected: 'order 17 cancelled' })).toEqual([
    `id=$(curl -sS -d '{}' 'http://shop/_states' | grep -oE '"orderId" *: *"?-?[0-9]+' | grep -oE -- '-?[0-9]+$'); echo "id=$id"  # 1. "a pending order": 17`,
    `curl -i -w '\\n' -X DELETE "http://shop/v1/store/orders/$id"  # 2. 204; expected order 17 cancelled`,
  ])
})

test('a state that only its owner can set up is named, and its id can be given', () => {
  expect(scriptLines(EVENTS, { states: {}, expected: '409' })[0]).toBe(
    'id="${id:-17}"  # 1. set up the provider state "a pending order" first, and give its orderId here',
  )
})

test('a request that was not answered is not waited for much longer', () => {
  const answers = [{ answer: new NoAnswerError(CANCEL.request, 'it fell silent') }]
  expect(scriptLines([{ kind: 'answers', answers }], { states: {}, expected: '204' })[0]).toMatch(/ -m 10 /)
})

// Whoever pastes the lines of a finding runs none of what came over the network.

const STEERING = /[^\P{Control}]|\p{Format}|\p{Line_Separator}|\p{Paragraph_Separator}/u

test.each([
  ["x'; touch PWNED; echo '"],
  ['x$(touch PWNED)`touch PWNED`"; touch PWNED; "'],
  ['x\n touch PWNED\n\u001B[201~\u202E!touch\\'],
])('the lines of a finding run nothing that a state answers: %j', async (name) => {
  const { checks } = await verifySmall(
    (usual) => ({
      setUp: (state, params) => (state === 'no orders' ? { [name]: 7 } : usual.setUp(state, params)),
      listed: () => [],
      listOrders: () => usual.json(201, []),
    }),
    { checks: ['pact', 'openapi'], runs: 1 },
  )
  const lines = checks.flatMap(({ curl, steps = [] }) => [...(curl === undefined ? [] : [curl]), ...steps])
  expect(lines.join()).toContain('touch PWNED')
  expect(lines.filter((line) => STEERING.test(line))).toEqual([])
  const cwd = temporaryFolder()
  execFileSync('bash', ['--norc', '-ic', `curl() { :; }\n${lines.join('\n')}\ntrue`], { cwd, stdio: 'ignore' })
  expect(await readdir(cwd)).toEqual([])
})
