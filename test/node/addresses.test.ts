import { expect, test } from 'vitest'
import { readBaseUrl } from '../../src/node/index.js'

test.each([
  ['http://localhost:8080/v1', 'http://localhost:8080/v1'],
  ['HTTPS://API.example.com:443/shop/v1//', 'https://api.example.com/shop/v1'],
  ['http://[::1]:80/a%2Fb/v1', 'http://[::1]/a%2Fb/v1'],
])('%s is the base URL %s', (text, baseUrl) => {
  expect(readBaseUrl(text)).toBe(baseUrl)
})

const EXAMPLE = 'Example: http://localhost:8080/v1.'
const PARTS = 'A base URL must not have a query, fragment, user name or password. Use http://x/v1.'

test.each([
  ['localhost:8080', `"localhost:8080" is not a valid base URL. Did you mean http://localhost:8080? ${EXAMPLE}`],
  ['ftp://x/v1', `"ftp://x/v1" is not a valid base URL. ${EXAMPLE}`],
  ['http://x/v1?a=1', PARTS],
  ['http://user@x/v1#a', PARTS],
  ['http://:secret@x/v1', PARTS],
])('%s is rejected', (text, message) => {
  expect(() => readBaseUrl(text)).toThrow(expect.objectContaining({ message, exitCode: 2 }) as Error)
})
