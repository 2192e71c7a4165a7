import { describe, expect, test } from 'vitest'
import { OrdersMock } from '../../src/core/index.js'
import { DEFAULT_LIST, json, NOON } from './expected.js'
import { call, fetchRequest, list, readResponse, type Reply } from './face.js'
import { faces } from './faces.js'

const REQUESTS = [
  ['GET', '/store/orders'],
  ['GET', '/store/orders'],
  ['DELETE', '/store/orders/1'],
  ['DELETE', '/store/orders/1'],
  ['DELETE', '/store/orders/2'],
  ['DELETE', '/store/orders/1x'],
  ['DELETE', '/store/orders/404'],
  ['GET', '/pets/11'],
  ['GET', '/pets/14'],
  ['GET', '/pets/404'],
  ['GET', '/store/orders', 'wrong'],
  ['HEAD', '/store/orders'],
].map(([method = '', path = '', key = 'test-key~unlike']) => call(method, path, key))

/** Without the headers that belong to a server alone. */
const ofAnyFace = ({ headers, ...reply }: Reply): Reply => {
  return { ...reply, headers: { ...headers, 'content-length': '' } }
}

async function inEngine(freedoms: number): Promise<Reply[]> {
  const mock = new OrdersMock({ now: NOON, freedoms })
  const replies: Reply[] = []
  for (const request of REQUESTS)
    replies.push(await readResponse(await mock.fetch(fetchRequest('http://any.example/v1', request))))
  return replies.map(ofAnyFace)
}

describe.each(faces)('what the specification leaves open, through $name', ({ open }) => {
  test('the same seed and requests get the same bytes, another seed gets others', async () => {
    await using api = await open({ freedoms: 3 })
    const replies: Reply[] = []
    for (const request of REQUESTS) replies.push(ofAnyFace(await api.send(request)))
    expect(replies).toEqual(await inEngine(3))
    expect(replies.at(-2)).not.toEqual((await inEngine(4)).at(-2))
  })

  test('a choice changes nothing else, and undoing it restores the default', async () => {
    await using api = await open()
    const box = api.mock.sandbox()
    box.freedoms.set({ 'list-order': 'newest-first' })
    const orders = DEFAULT_LIST.slice(1, -1).split(/(?<=\}),/)
    await expect(api.send(list())).resolves.toEqual(json(200, `[${orders.toReversed().join(',')}]`))
    expect(box.undo()).toMatchObject({ change: 'freedoms', by: 'control' })
    await expect(api.send(list())).resolves.toEqual(json(200, DEFAULT_LIST))
    const [first, second] = box.requests.all()
    expect([first?.freedoms, second?.freedoms]).toEqual([['newest orders first'], undefined])
  })
})
