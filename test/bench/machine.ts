import { availableParallelism, cpus, totalmem } from 'node:os'
import { missingCommands } from '../on-this-machine.js'

const canPin = missingCommands('taskset') === undefined && availableParallelism() > 1

/** Whether the machine lacks the command that something needs; if so, it is said that this is left out. */
export function isMissing(command: string | undefined, name: string): boolean {
  const missing = command && missingCommands(command)
  if (missing) console.error(`${name} is left out. ${missing}`)
  return Boolean(missing)
}

/** A command that keeps to one core: 0 is the servers', 1 that of the load. */
export function pinnedTo(core: 0 | 1, command: readonly string[]): readonly string[] {
  return canPin ? ['taskset', '-c', String(core), ...command] : command
}

export function describeMachine(): string {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  const pinned = canPin ? ', the server pinned to one core' : ''
  return `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, ${memory}, ${process.platform}, Node ${process.version}${pinned}`
}
