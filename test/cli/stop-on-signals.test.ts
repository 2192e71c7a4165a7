import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stopOnSignals } from '../../src/cli/stop-on-signals.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

function signalled() {
  const exit = vi.fn<(code: number) => void>()
  const process = Object.assign(new EventEmitter(), { exit })
  const stop = new AbortController()
  stopOnSignals(process, stop)
  return { process, exit, stop }
}

// `timeout` signals the process and then its whole group; npm passes on the signal that Ctrl+C has sent to all.
test.each([
  ['SIGINT', 'SIGINT'],
  ['SIGHUP', 'SIGTERM'],
])('%s and at once %s are one wish to stop', (first, second) => {
  const { process, exit, stop } = signalled()
  process.emit(first)
  vi.advanceTimersByTime(100)
  process.emit(second)
  expect({ reason: stop.signal.reason as string, exits: exit.mock.calls }).toEqual({ reason: first, exits: [] })
})

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
])('%s some time after the first signal ends the process with %i', (signal, code) => {
  const { process, exit } = signalled()
  process.emit('SIGINT')
  vi.advanceTimersByTime(501)
  process.emit(signal)
  expect(exit.mock.calls).toEqual([[code]])
})
