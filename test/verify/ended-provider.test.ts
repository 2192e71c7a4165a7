import { EventEmitter, once } from 'node:events'
import { expect, test } from 'vitest'
import { NoAnswerError } from '../../src/contract/index.js'
import type { CheckResult } from '../../src/verify/check.js'
import { prepareOpenapiCheck } from '../../src/verify/openapi/check-exchanges.js'
import { connectProvider } from '../../src/verify/provider.js'
import { RunLog } from '../../src/verify/run-log.js'
import { NO_STATES } from '../../src/verify/states/open-states.js'
import { planRun } from '../../src/verify/verify-options.js'

const PATH = '/store/orders'
const REQUEST = { method: 'GET', path: PATH, headers: {}, url: `http://127.0.0.1:1/v1${PATH}` }
const EMPTY_LIST = { status: 200, headers: { 'content-type': 'application/json' }, body: '[]', isUtf8: true }

// It has ended, and sockets close in no order: an answer may be read after another connection was seen to close.
test.each([
  ['nothing that began later was answered', false, []],
  ['something that began later was answered', true, ['openapi.listOrders.answered']],
])('what a provider that has ended left unanswered counts only if later requests were answered: %s', async (...row) => {
  const [, isAnsweredLater, failed] = row
  const log = new RunLog()
  const events = new EventEmitter()
  const lost = log.noteExchange(REQUEST, async () => {
    await once(events, 'lost')
    throw new NoAnswerError(REQUEST, 'it closed the connection')
  })
  const late = log.noteExchange(REQUEST, () => once(events, 'late').then(() => EMPTY_LIST))
  events.emit('lost')
  await expect(lost).rejects.toThrow(NoAnswerError)
  if (isAnsweredLater) await log.noteExchange(REQUEST, () => Promise.resolve(EMPTY_LIST))
  events.emit('late')
  await late
  const results: CheckResult[] = []
  const plan = planRun({
    baseUrl: 'http://127.0.0.1:1/v1',
    onProgress: (progress) => progress.kind === 'result' && results.push(progress.result),
  })
  prepareOpenapiCheck(plan).tellWrong(connectProvider(plan, NO_STATES, { log }))
  expect(results.map(({ id }) => id)).toEqual(failed)
})
