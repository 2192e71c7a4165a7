import { describe, expect, test } from 'vitest'
import { alreadyCancelled, CORS_FIELDS } from './expected.js'
import { call, cancel, list, readPet } from './face.js'
import { faces } from './faces.js'

const PAGE = '<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>é</body>\r\n</html>\r\n'
const BROKEN = /hang up|ECONNRESET|fetch|aborted|terminated/

describe.each(faces)('lost responses through $name', ({ open }) => {
  test('the order is cancelled, although the client sees a failure, and the retry gets 409', async () => {
    await using api = await open({ scenario: 'pending' })
    const box = api.mock.sandbox()
    box.faults.set([
      { kind: 'status', status: 503, when: 'after', times: 1 },
      { kind: 'reset', when: 'after', times: 1 },
      { kind: 'truncate', when: 'after', times: 1 },
    ])
    await expect(api.send(cancel('1'))).resolves.toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
    await expect(api.send(cancel('2'))).rejects.toThrow(BROKEN)
    await expect(api.send(cancel('3'))).rejects.toThrow(BROKEN)
    for (const id of ['1', '2', '3']) await expect(api.send(cancel(id))).resolves.toEqual(alreadyCancelled(id))
    expect(box.requests.all({ limit: 6 }).slice(0, 3)).toMatchObject([
      { status: 503, reason: 'the order was pending and is now cancelled; the response was replaced by 503' },
      { status: 0, reason: 'the order was pending and is now cancelled; the response was lost: reset' },
      { status: 0, reason: 'the order was pending and is now cancelled; the response was lost: truncate' },
    ])
    expect(box.history().changes.slice(1)).toMatchObject(
      [1, 2, 3].map((id) => ({ by: 'api', change: 'cancelled', orderId: `${id}`, requestId: id })),
    )
  })

  test('a list, a pet and a rejected cancellation can be lost, too', async () => {
    await using api = await open({ scenario: 'shipped' })
    const box = api.mock.sandbox()
    box.faults.set([{ kind: 'truncate', when: 'after' }])
    for (const request of [list(), readPet('11'), cancel('1')]) await expect(api.send(request)).rejects.toThrow(BROKEN)
    expect(box.requests.get(3)?.reason).toBe('order 1 has shipped; the response was cut short')
    await expect(api.send(call('GET', '/nowhere'))).resolves.toMatchObject({ status: 404 })
  })

  test('a status fault can send the page and the headers of a gateway', async () => {
    await using api = await open()
    const headers = { 'content-type': 'text/html', Server: 'nginx', 'Retry-After': '120' }
    api.mock.sandbox().faults.set([{ kind: 'status', status: 503, body: PAGE, headers }])
    const fields = { 'content-type': 'text/html', 'content-length': '79', server: 'nginx', 'retry-after': '120' }
    for (const request of [list(), readPet('11')]) {
      await expect(api.send(request)).resolves.toEqual({
        status: 503,
        headers: { ...fields, ...CORS_FIELDS },
        body: PAGE,
      })
    }
    api.mock.sandbox().faults.set([{ kind: 'status', body: '', cors: false }])
    const empty = { 'content-type': 'text/plain; charset=utf-8', 'content-length': '0' }
    await expect(api.send(list())).resolves.toEqual({ status: 500, headers: empty, body: '' })
  })
})
