import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Slots } from '../../src/contract/http/slots.js'

test('no more slots are taken than there are, and who came first starts first', async () => {
  const slots = new Slots(3)
  const events: string[] = []
  const finish = new Map<string, () => void>()
  const use = (name: string, count: number) =>
    slots.use(count, async () => {
      events.push(name)
      await new Promise<void>((resolve) => finish.set(name, resolve))
    })
  const all = [use('two', 2), use('five', 5), use('one', 1)]
  await nextTurn()
  expect(events).toEqual(['two'])
  for (const name of ['two', 'five', 'one']) {
    finish.get(name)?.()
    await nextTurn()
  }
  await Promise.all(all)
  expect(events).toEqual(['two', 'five', 'one'])
})
