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
  const rows = scenarios.map(([name, { title = '', counts }]) => {
    const { pending, shipped, cancelled } = counts
    return [name, ...[pending, shipped, cancelled].map(showCount), printable(title)]
  })
  const table = rows.length === 0 ? [] : [HEADINGS, ...rows]
  const widths = HEADINGS.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  for (const row of table) {
    const cells = widths.map((width, column) => {
      const cell = row[column] ?? ''
      return column === 0 || column === row.length - 1 ? cell.padEnd(width) : cell.padStart(width)
    })
    stdout.write(`${cells.join('  ').trimEnd()}\n`)
  }
  if (mistakes.length > 0) throw new ToolError(`Some scenario files are invalid:\n${mistakes.join('\n')}`)
}

const HEADINGS = ['scenario', 'pending', 'shipped', 'cancelled', '']

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
