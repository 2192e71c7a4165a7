#!/usr/bin/env node
import { Console } from 'node:console'
import { run, say, stopOnSignals } from './index.js'

/** How long something left open, such as a module of states, may keep the process alive once the work is done. */
const LEFT_OPEN_MS = 500
/** How long a stopped command waits for somebody to read what it has printed. */
const UNREAD_MS = 2000

const stop = new AbortController()
stopOnSignals(process, stop)
let hasCrashed = false
process.on('uncaughtException', (error) => {
  say(process, `Something crashed.\n${error.stack ?? String(error)}`)
  hasCrashed = true
  stop.abort(error)
})
// A file that may grow no further is reported by the write that fails; the signal would end the process.
if (process.platform !== 'win32') process.on('SIGXFSZ', () => {})
// A reader that has gone, such as `head`, is not a reason to end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

// The output of a module of states must not mix with a report on stdout.
globalThis.console = new Console(process.stderr)

// An empty variable counts as unset: it is how a shell or a compose file says "not set".
for (const [name, value] of Object.entries(process.env)) {
  if (name.startsWith('ORDERS_MOCK_') && value === '') delete process.env[name]
}

let isDone = false
process.on('exit', (code) => {
  // A module of states can end the process as well, and its 0 would say that the provider conforms.
  if (isDone || code > 128) return
  say(process, 'Something ended the process before its work was done.')
  process.exitCode = 3
})

const exitCode = await run(process.argv.slice(2), {
  get stdin() {
    return process.stdin
  },
  stdout: process.stdout,
  stderr: process.stderr,
  env: process.env,
  colors: process.stdout.isTTY && process.stdout.hasColors(),
  stop: stop.signal,
})
isDone = true
process.exitCode = hasCrashed && exitCode === 0 ? 1 : exitCode
setTimeout(() => process.stdout.write('', () => process.exit()), LEFT_OPEN_MS).unref()
const giveUp = () => setTimeout(() => process.exit(), UNREAD_MS).unref()
if (stop.signal.aborted) giveUp()
else stop.signal.addEventListener('abort', giveUp)
