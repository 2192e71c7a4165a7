import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

// Node gives a promise an id of its own only while a hook follows promises, which makes each cost three times as much.
test('no promise is followed once the tick is kept', () => {
  const module = new URL('../../dist/node/keep-tick-shape.js', import.meta.url)
  const script = `
    import { executionAsyncId } from 'node:async_hooks'
    import { keepTickShape } from '${module.href}'
    keepTickShape()
    process.nextTick(() => {})
    setTimeout(() => void Promise.resolve().then(() => console.log(executionAsyncId())), 10)
  `
  // In a process of its own: in this one, another test may have loaded what follows promises.
  const within = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
  expect(within).toBe('0\n')
})
