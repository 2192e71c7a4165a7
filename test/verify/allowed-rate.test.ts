import { expect, test } from 'vitest'
import { AllowedRate } from '../../src/verify/allowed-rate.js'

// Instants are made up: nothing here waits.

test.each([
  ['a run keeps below the rate that was allowed before the 429, the wait included', [1_000], 7.2],
  ['a wait that turns out to be too short counts until its end', [500, 2_000], 3.6],
])('%s', (_, waitsEndAtMs, perSecond) => {
  const rate = new AllowedRate(Infinity, 0)
  letThrough(rate, 8)
  for (const endsAtMs of waitsEndAtMs) rate.refused(endsAtMs)
  expect(rate.perSecond).toBeCloseTo(perSecond)
})

test('slowing down that lets no more requests through is given up', () => {
  const rate = new AllowedRate(Infinity, 0)
  letThrough(rate, 39)
  rate.refused(600)
  expect(rate.perSecond).toBeCloseTo(58.5)
  letThrough(rate, 39)
  rate.refused(1_900)
  expect(rate.perSecond).toBe(Infinity)
})

test('slowing down that lets more requests through goes on', () => {
  const rate = new AllowedRate(Infinity, 0)
  letThrough(rate, 8)
  rate.refused(1_000)
  letThrough(rate, 9)
  rate.refused(3_000)
  expect(rate.perSecond).toBeCloseTo(4.05)
})

test('the rate doubles whenever twice as many requests were let through as before the last 429', () => {
  const rate = new AllowedRate(20, 0)
  letThrough(rate, 3)
  rate.refused(1_000)
  const rates = Array.from({ length: 4 }, () => {
    letThrough(rate, 6)
    return Math.round(10 * rate.perSecond) / 10
  })
  expect(rates).toEqual([5.4, 10.8, 20, 20])
})

test.each([
  ['to one request in two seconds at most', Infinity, 0.5],
  ['not at all where a lower rate was given', 0.1, 0.1],
])('a run slows down %s', (_, highest, slowest) => {
  const rate = new AllowedRate(highest, 0)
  letThrough(rate, 1)
  rate.refused(60_000)
  expect(rate.perSecond).toBe(slowest)
})

function letThrough(rate: AllowedRate, count: number): void {
  for (let i = 0; i < count; i++) rate.letThrough()
}
