// What orders-mock answers, from node:http with as little as can be: node bare-http.mjs <port> <answers.json>
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [, , port, file] = process.argv
const answers = new Map(Object.entries(JSON.parse(readFileSync(file, 'utf8'))))

createServer((request, response) => {
  const { status, headers, body } = answers.get(loadOf(request))
  response.writeHead(status, headers)
  // As text, which Node writes together with the head: bytes would be a chunk of their own.
  response.end(body, 'latin1')
}).listen(Number(port), '127.0.0.1')

function loadOf({ method, url }) {
  if (method !== 'DELETE') return 'list'
  return url === '/v1/store/orders/1000000' ? 'rejected cancel' : 'cancel'
}
