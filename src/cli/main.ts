#!/usr/bin/env node
import { run } from './run.js'

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => stop.abort())
}
// A reader that has gone, such as `head`, is no reason to end.
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
