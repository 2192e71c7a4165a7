// What orders-mock answers, from Express: node bare-express.mjs <port> <answers.json>
import { readFileSync } from 'node:fs'
import express from 'express'

const [, , port, file] = process.argv
const answers = JSON.parse(readFileSync(file, 'utf8'))
const app = express()

function answer(load) {
  const { status, headers, body } = answers[load]
  return (_request, response) => response.status(status).set(headers).send(body)
}

app.get('/v1/store/orders', answer('list'))
app.delete('/v1/store/orders/1000000', answer('rejected cancel'))
app.delete('/v1/store/orders/:id', answer('cancel'))
app.listen(Number(port), '127.0.0.1')
