import { Command } from 'commander'
import { OrdersMock } from '../core/index.js'
import { findScenarioFiles, readScenarioFile } from '../server/index.js'
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
  const mock = new OrdersMock()
  const mistakes: string[] = []
  const names = folder === undefined ? mock.scenarioNames : await defineAll(mock, folder, mistakes)
  const width = Math.max(0, ...names.map((name) => name.length))
  for (const name of names) {
    const { title = '', counts } = mock.scenario(name)
    stdout.write(`${name.padEnd(width)}  ${showCounts(counts).padEnd(40)}  ${title}`.trimEnd() + '\n')
  }
  if (mistakes.length > 0) throw new ToolError(`Not every scenario can be used.\n${mistakes.join('\n')}`)
}

async function defineAll(mock: OrdersMock, folder: string, mistakes: string[]): Promise<string[]> {
  const good: string[] = []
  for (const [name, file] of await findScenarioFiles(folder)) {
    try {
      mock.defineScenario(name, (await readScenarioFile(file, Date.now())).scenario)
      good.push(name)
    } catch (error) {
      if (!(error instanceof ToolError)) throw error
      mistakes.push(error.message)
    }
  }
  if (good.length + mistakes.length === 0)
    throw new ToolError(`There is no scenario file (.yaml, .yml, .json) in ${folder}.`)
  return good
}
