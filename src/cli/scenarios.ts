import { Command } from 'commander'
import { OrdersMock, type Sandbox } from '../core/index.js'
import { readScenarioFolder } from '../server/index.js'
import { printable } from '../node/index.js'
import { ToolError } from '../input/index.js'
import type { CommandContext } from './command-context.js'

/** `orders-mock scenarios [dir]`: lists the built-in scenarios, or those of a folder, and checks each file. */
export function scenariosCommand(context: CommandContext): Command {
  return new Command('scenarios')
    .description('list and check scenario files')
    .argument('[dir]', 'folder of scenario files; without it, the built-in scenarios are listed')
    .action((folder: string | undefined) => listScenarios(folder, context))
}

async function listScenarios(folder: string | undefined, { stdout }: CommandContext): Promise<void> {
  const { scenarios, mistakes } = folder === undefined ? builtIn() : await readFolder(folder)
  const width = Math.max(...['scenario', ...scenarios.map(([name]) => name)].map(({ length }) => length))
  const print = (name: string, cells: readonly string[], title = ''): void =>
    void stdout.write(`${[name.padEnd(width), ...cells, printable(title)].join('  ').trimEnd()}\n`)
  if (scenarios.length > 0) print('scenario', STATUSES)
  for (const [name, { counts, title }] of scenarios) {
    const cells = STATUSES.map((status) => showCount(counts[status]).padStart(status.length))
    print(name, cells, title)
  }
  if (mistakes.length > 0) throw new ToolError(`Some scenario files are invalid:\n${mistakes.join('\n')}`)
}

const STATUSES = ['pending', 'shipped', 'cancelled'] as const

function builtIn() {
  const mock = new OrdersMock()
  return { scenarios: mock.scenarioNames.map((name) => [name, mock.scenario(name)] as const), mistakes: [] }
}

async function readFolder(folder: string) {
  const { files, mistakes } = await readScenarioFolder(folder, Date.now())
  if (files.size + mistakes.length === 0) {
    throw new ToolError(`No scenario files (.yaml, .yml, .json) found in ${folder}.`)
  }
  return { scenarios: Array.from(files, ([name, { scenario }]) => [name, scenario] as const), mistakes }
}

function showCount(count: number): string {
  return count === 0 ? '-' : count.toLocaleString('en-US')
}

/** Writes numbers of orders by status: `5 pending, 2 shipped`. */
export function showCounts(counts: Sandbox['counts']): string {
  const parts = Object.entries(counts).filter(([, count]) => count > 0)
  return parts.length === 0 ? 'no orders' : parts.map(([status, count]) => `${showCount(count)} ${status}`).join(', ')
}
