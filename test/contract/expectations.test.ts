import { describe, expect, it } from 'vitest'
import {
  freedomOf,
  LISTED,
  type OrderStatus,
  statusesAfter,
  statusesBehind,
  withFreedom,
} from '../../src/contract/index.js'

const ANY: readonly OrderStatus[] = ['pending', 'shipped', 'cancelled', 'absent']

describe('the expectations of a cancel', () => {
  it('are read backwards: what the order was, and what it is then', () => {
    const read = [204, 409, 404, 410, 401, 200, 503].map((status) => [
      status,
      [...statusesBehind(ANY, status)].join(' '),
      [...statusesAfter(ANY, status)].join(' '),
    ])
    expect(read).toEqual([
      [204, 'pending', 'cancelled'],
      [409, 'shipped cancelled', 'shipped cancelled'],
      [404, 'cancelled absent', 'cancelled absent'],
      [410, 'cancelled', 'cancelled'],
      [401, 'cancelled', 'cancelled'],
      [200, '', ''],
      [503, '', ''],
    ])
  })

  it('say who may have made an order what its answer shows', () => {
    expect(freedomsOf('pending', 409, 404, 410, 401, 500)).toBe('409 time, 404 others, 410 others, 401 none, 500 none')
    expect(freedomsOf('shipped', 204, 404, 410, 401, 500)).toBe('204 none, 404 others, 410 none, 401 none, 500 none')
    expect(freedomsOf('cancelled', 204, 500)).toBe('204 none, 500 none')
    expect(freedomsOf('absent', 204, 409, 410, 401, 500)).toBe('204 others, 409 others, 410 others, 401 none, 500 none')
  })

  it('let time ship an order, and others cancel it or take it away', () => {
    expect([...withFreedom(['pending'], 'time')]).toEqual(['pending', 'shipped'])
    expect([...withFreedom(['pending'], 'others')]).toEqual(['pending', 'shipped', 'cancelled', 'absent'])
    expect([...withFreedom(['cancelled'], 'others')]).toEqual(['cancelled', 'absent'])
    expect(LISTED).toEqual({ pending: 'always', shipped: 'always', cancelled: 'perhaps', absent: 'never' })
  })
})

function freedomsOf(order: OrderStatus, ...answered: number[]): string {
  return answered.map((status) => `${status} ${freedomOf([order], status)}`).join(', ')
}
