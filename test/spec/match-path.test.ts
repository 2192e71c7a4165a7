import { expect, test } from 'vitest'
import { createPathMatcher } from '../../src/spec/index.js'

const match = createPathMatcher(
  new Map([
    ['/store/orders', 'orders'],
    ['/store/orders/{orderId}', 'order'],
    ['/pets/{petId}', 'pet'],
  ]),
)

test.each([
  ['/store/orders', { value: 'orders', parameter: '' }],
  ['/store/orders/7', { value: 'order', parameter: '7' }],
  ['/store/orders/a%2Fb', { value: 'order', parameter: 'a%2Fb' }],
  ['/pets/../1', undefined],
  ['/store/orders/', undefined],
  ['/store/orders/7/', undefined],
  ['/Store/orders', undefined],
  ['/pets', undefined],
  ['', undefined],
])('%s matches %j', (path, expected) => {
  expect(match(path)).toEqual(expected)
})
