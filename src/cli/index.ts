// What main.ts makes a process of.
export { say, stopOnSignals } from './command-context.js'
export { run } from './run.js'
