import { expect, test } from 'vitest'
import { pathBelow } from '../../../src/verify/pact/path-below.js'

test.each([
  ['/v1', '/v1/store/orders/7', '/store/orders/7'],
  ['/v1', '/store/orders/7', '/store/orders/7'],
  ['/v1', '/v1/v1/orders', '/v1/orders'],
  ['/v1', '/v1', '/'],
  ['/v1', '/v1?page=2', '/?page=2'],
  ['/v1', '/v10/store/orders', '/v10/store/orders'],
  ['/shop/v1', '/shop/v1/store/orders', '/store/orders'],
  ['/shop/v1', '/v1/store/orders', '/store/orders'],
  ['/shop/v1', '/shop/store/orders', '/shop/store/orders'],
  ['', '/v1/store/orders', '/v1/store/orders'],
  ['/', '/v1/store/orders', '/v1/store/orders'],
])('below the base path "%s", a pact’s path %s means %s', (basePath, path, below) => {
  expect(pathBelow(basePath, path)).toBe(below)
})
