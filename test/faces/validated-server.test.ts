import { beforeAll, expect, test } from 'vitest'
import { createInspector } from '../../src/cli/inspect-answers.js'
import type { Answer, AnswerInspector } from '../../src/core/index.js'
import { testApiBehaviour } from './api-behaviour.js'
import { ownServer } from './faces.js'

// The whole suite once more with what `serve --validate` does: no answer in it may break the API description.

let inspect: AnswerInspector
let answers = 0
const violations: unknown[] = []

beforeAll(async () => {
  inspect = await createInspector()
})

testApiBehaviour({
  ...ownServer,
  name: 'startServer with --validate',
  open: async (options) => {
    const face = await ownServer.open({ ...options, inspect })
    face.mock.subscribe((event) => {
      if (event.type !== 'request') return
      answers += 1
      if (event.entry.violations !== undefined) violations.push(event.entry)
    })
    return face
  },
})

test('no answer of the whole suite broke the API description', () => {
  expect(answers).toBeGreaterThan(250)
  expect(violations).toEqual([])
})

test('an answer that breaks the API description is noted', () => {
  const answer = {
    status: 200,
    headers: { 'Content-Type': 'application/json' },
    effects: { delayMs: 0, connection: 'keep' },
  }
  const body = new TextEncoder().encode('[{"id":"7"}]')
  const request = { method: 'GET', path: '/store/orders' }
  const found = inspect({ request, answer: { ...answer, body } as Answer })
  expect(found).toEqual(['[0].id must be integer. (Resources and their fields)'])
})
