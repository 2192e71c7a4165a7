import { executionAsyncId } from 'node:async_hooks'
import { expect, test } from 'vitest'
import { keepTickShape } from '../../src/node/keep-tick-shape.js'

// Node gives a promise an id of its own only while a hook follows promises, which makes each cost three times as much.
test('no promise is followed once the tick is kept', async () => {
  keepTickShape()
  process.nextTick(() => {})
  const within = await new Promise((resolve) => {
    setTimeout(() => void Promise.resolve().then(() => resolve(executionAsyncId())), 10)
  })
  expect(within).toBe(0)
})
