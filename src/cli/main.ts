#!/usr/bin/env node
import { run } from './run.js'

const stop = new AbortController()
const received = new Set<string>()
for (const [signal, number] of [
  ['SIGINT', 2],
  ['SIGTERM', 15],
] as const) {
  // Not `once`: without a listener of ours, the lock of the data folder would pass the signal on at once.
  process.on(signal, () => {
    stop.abort()
    if (received.has(signal)) process.exit(128 + number)
    received.add(signal)
  })
}
// A file that may grow no further is reported by the write that fails; the signal would end the process.
if (process.platform !== 'win32') process.on('SIGXFSZ', () => {})
// A reader that has gone, such as `head`, is not a reason to end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

// An empty variable is as good as none: it is how a shell or a compose file says "not set".
for (const [name, value] of Object.entries(process.env)) {
  if (name.startsWith('ORDERS_MOCK_') && value === '') delete process.env[name]
}

process.exitCode = await run(process.argv.slice(2), {
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  colors: process.stdout.isTTY && process.stdout.hasColors(),
  stop: stop.signal,
})
