import type { Deviation } from '../small-provider.js'
import { allowed, type ConformingProvider } from './conforming-provider.js'
import { setTimeout as delay } from 'node:timers/promises'

/** How long an answer may take is open. */
export const freeLimits: ConformingProvider[] = [
  ...allowed('Limits: rate limits are not shown, nor how long an answer may take.', {
    'needs 150 ms for each answer': (usual) => ({
      answer: async (call) => {
        await delay(150)
        return usual.answer(call)
      },
    }),
    'answers one request at a time': (usual) => {
      let last: Promise<unknown> = Promise.resolve()
      return {
        answer: (call) => {
          const answer = last.then(() => delay(3)).then(() => usual.answer(call))
          last = answer
          return answer
        },
      }
    },
    'answers late requests first': (usual) => ({
      answer: async (call) => {
        const answer = await usual.answer(call)
        await delay(Number(call.id.at(-1) ?? 9) % 4)
        return answer
      },
    }),
  }),
  ...allowed('Limits: how long an answer may take is not shown.', {
    'needs 100 to 200 ms for each answer': late((nth) => 100 + ((nth * 37) % 100)),
    'needs 300 ms to refuse a key': (usual) => ({
      answer: async (call) => {
        if (!usual.admits(call)) await delay(300)
        return usual.answer(call)
      },
    }),
    'needs a quarter of a second for each state': (usual) => ({
      sendValues: (response, values) => void setTimeout(() => usual.sendValues(response, values), 250),
    }),
    'needs two seconds for many orders': (usual) => ({
      sendValues: (response, values) =>
        void setTimeout(() => usual.sendValues(response, values), values && Object.keys(values).length === 0 ? 700 : 0),
    }),
  }),
]

function late(afterMs: (nth: number) => number): Deviation {
  let calls = 0
  return (usual) => ({
    answer: async (call) => {
      await delay(afterMs(++calls))
      return usual.answer(call)
    },
  })
}
