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
  }),
  ...allowed('Limits: how long an answer may take is not shown.', {
    'needs 300 ms to refuse a key': (usual) => ({
      answer: async (call) => {
        if (!usual.admits(call)) await delay(300)
        return usual.answer(call)
      },
    }),
  }),
]
