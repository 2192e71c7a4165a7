import { Command } from 'commander'
import { OrdersMock, type Scenario } from '../core/index.js'
import { readScenarioFolder } from '../server/index.js'
import { printable } from '../node/index.js'
import { ToolError } from '../input/index.js'
import { showCounts } from './counts.js'
import type { CommandContext } from './command-context.js'

/** `orders-mock scenarios [dir]`: lists the built-in scenarios, or those of a folder, and checks each file. */
export function scenariosCommand(context: CommandContext): Command {
  return new Command('scenarios')
    .description('list and check scenario files')
    .argument('[dir]', 'folder of scenario files; without it, the built-in scenarios are listed')
    .helpOption('-h, --help', 'print this help')
    .action(async (folder: string | undefined) => {
      await listScenarios(folder, context)
    })
}

async function listScenarios(folder: string | undefined, { stdout }: CommandContext): Promise<void> {
  const { scenarios, mistakes } = folder === undefined ? builtIn() : await readFolder(folder)
  const width = Math.max(0, ...scenarios.map(([name]) => name.length))
  for (const [name, { title = '', counts }] of scenarios) {
    stdout.write(`${name.padEnd(width)}  ${showCounts(counts).padEnd(40)}  ${printable(title)}`.trimEnd() + '\n')
  }
  if (mistakes.length > 0) throw new ToolError(`Not every scenario can be used.\n${mistakes.join('\n')}`)
}

interface Listed {
  readonly scenarios: readonly (readonly [name: string, scenario: Scenario])[]
  readonly mistakes: readonly string[]
}

function builtIn(): Listed {
  const mock = new OrdersMock()
  return { scenarios: mock.scenarioNames.map((name) => [name, mock.scenario(name)]), mistakes: [] }
}

async function readFolder(folder: string): Promise<Listed> {
  const { files, mistakes } = await readScenarioFolder(folder, Date.now())
  if (files.size + mistakes.length === 0) {
    throw new ToolError(`There is no scenario file (.yaml, .yml, .json) in ${folder}.`)
  }
  return { scenarios: Array.from(files, ([name, { scenario }]) => [name, scenario] as const), mistakes }
}
