// main.ts runs it as a process.
export { say, stopOnSignals } from './command-context.js'
export { run } from './run.js'
