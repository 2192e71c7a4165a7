import { EventEmitter, once } from 'node:events'
import { expect, test } from 'vitest'
import { NoAnswerError } from '../../src/contract/index.js'
import type { CheckResult } from '../../src/verify/check.js'
import { OpenapiCheck } from '../../src/verify/openapi-check.js'
import { connectProvider } from '../../src/verify/provider.js'
import type { Progress } from '../../src/verify/report/verification-report.js'
import { planRun } from '../../src/verify/verify-options.js'

const PATH = '/store/orders'
const REQUEST = { method: 'GET', path: PATH, headers: {}, url: `http://127.0.0.1:1/v1${PATH}` }
const EMPTY_LIST = { status: 200, headers: { 'content-type': 'application/json' }, body: '[]', isUtf8: true }

// It has ended, and sockets close in no order: an answer may be read after another connection was seen to close.
test.each([
  ['nothing that began later was answered', false, []],
  ['something that began later was answered', true, ['openapi.listOrders.answered']],
])('requests that an ended provider left unanswered count only if later ones were answered: %s', async (...row) => {
  const [, isAnsweredLater, failed] = row
  const results: CheckResult[] = []
  const onProgress = (progress: Progress) => {
    if (progress.kind === 'result') results.push(progress.result)
  }
  const plan = planRun({ baseUrl: 'http://127.0.0.1:1/v1', onProgress })
  const provider = await connectProvider(plan)
  const { log } = provider
  const check = new OpenapiCheck(provider, plan)
  const events = new EventEmitter()
  const lost = log.noteExchange(REQUEST, async () => {
    await once(events, 'lost')
    throw new NoAnswerError(REQUEST, 'it closed the connection')
  })
  const late = log.noteExchange(REQUEST, () => once(events, 'late').then(() => EMPTY_LIST))
  events.emit('lost')
  expect(await lost).toBeInstanceOf(NoAnswerError)
  if (isAnsweredLater) await log.noteExchange(REQUEST, () => Promise.resolve(EMPTY_LIST))
  events.emit('late')
  await late
  check.reportFailures()
  expect(results.map(({ id }) => id)).toEqual(failed)
})
