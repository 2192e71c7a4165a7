import { existsSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { delimiter, join } from 'node:path'

/** Whether the machine has a command. */
export function hasCommand(name: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))
}

const canPin = hasCommand('taskset') && availableParallelism() > 1

/** A command that keeps to one core: 0 is the servers', 1 that of the load. */
export function pinnedTo(core: 0 | 1, command: readonly string[]): readonly string[] {
  return canPin ? ['taskset', '-c', String(core), ...command] : command
}

/** In a line. */
export function describeMachine(): string {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`
  const pinned = canPin ? ', the server pinned to one core' : ''
  return `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}, ${memory}, ${process.platform}, Node ${process.version}${pinned}`
}
