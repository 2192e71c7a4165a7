// What main.ts makes a process of.
export { stopOnSignals } from './command-context.js'
export { run } from './run.js'
