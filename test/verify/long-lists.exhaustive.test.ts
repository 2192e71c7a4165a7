import { verifyProvider } from 'orders-mock/verify'
import { expect, test } from 'vitest'
import { listen } from './providers/running-provider.js'

const COUNT = 30_000

test("Pact's verifier is given a part of a long list, which a note says", async () => {
  const orders = Array.from({ length: COUNT }, (_, index) => `{"id":${index},"petId":11,"quantity":1}`)
  const list = `[${orders.join(',')}]`
  const provider = await listen(async (request, response) => {
    const body = request.url === '/states' ? '{"orderId":"9007199254740993","petId":11}' : list
    const isFound = request.url === '/states' || request.url === '/v1/store/orders'
    response.writeHead(isFound ? 200 : 404, { 'content-type': 'application/json' }).end(isFound ? body : '{}')
  })
  try {
    const { checks, error } = await verifyProvider({
      baseUrl: `${provider.origin}/v1`,
      states: `${provider.origin}/states`,
      checks: ['pact'],
    })
    expect(error).toBeUndefined()
    const messages = checks.filter(({ name }) => /^a request for all|^what/.test(name)).map(({ message }) => message)
    expect(messages).toEqual([
      undefined,
      expect.stringMatching(/^The body is .* not an empty list\. \(Pact's verifier was given a part of the 1098891/),
      expect.stringMatching(/^No element of the list .* where the member complete is missing\. \(Pact's verifier/),
      expect.stringMatching(/^5 answers were too long for Pact's verifier, .* The openapi check reads them whole\.$/),
    ])
  } finally {
    await provider.close()
  }
}, 60_000)
