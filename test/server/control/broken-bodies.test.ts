import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { controlledServer } from './controlled-server.js'

test('a request whose body breaks off is not carried out as if it had none', async () => {
  const { control, server } = await controlledServer({ scenario: 'pending' })
  const before = await control('GET /sandboxes/main/orders')
  for (const line of ['PUT /sandboxes/main/orders/1', 'POST /sandboxes/main/orders']) {
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
    const [method, path] = line.split(' ')
    socket.write(
      `${method} /__mock${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\nno number\r\n`,
    )
    const answer = await text(socket)
    expect({ line, answer }).toEqual({ line, answer: 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n' })
    expect((await control('GET /sandboxes/main/orders')).body).toEqual(before.body)
  }
})
