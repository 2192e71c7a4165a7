import { type FreedomsInput, OrdersMock, type OrdersMockOptions, parseInstant, readFreedoms } from '../core/index.js'
import { readAt, ToolError } from '../input/index.js'
import { printableLines, readYaml } from '../node/index.js'
import { openDataFolder } from './persistence/data-folder.js'
import { recordPactFile } from './pact-file.js'
import { readScenarioFolder } from './scenario-files.js'
import { watchScenarios } from './watch-scenarios.js'

/** The options of a mock, and of its files. */
export interface PreparationOptions extends Omit<OrdersMockOptions, 'freedoms'> {
  /** As for a mock, or a file of choices (YAML or JSON). */
  readonly freedoms?: FreedomsInput | string | undefined
  /** A folder of scenario files, added to the built-in ones. */
  readonly fixtures?: string | undefined
  /** Whether to reload scenario files when they change. Default: false. */
  readonly watch?: boolean
  /**
   * A folder in which all sandboxes are persisted, so that they survive restarts; journals do not. Its content takes
   * precedence over `scenario`, `now` and `sunset`, which then only apply to new sandboxes.
   */
  readonly data?: string | undefined
  /** A file for a pact of the requests; needs `consumer`. */
  readonly recordPact?: string | undefined
  /** The name of the front end in the pact. */
  readonly consumer?: string | undefined
  /** The name of the provider in the pact. Default: `store-orders-service`. */
  readonly provider?: string | undefined
  /** The API key that the pact sends, whatever keys the mock accepts. Default: `test-key`. */
  readonly pactKey?: string | undefined
  /** Called with a message about damaged files and failing writes; the server carries on. Default: `console.error`. */
  readonly onProblem?: (message: string) => void
}

/**
 * Creates a mock with its scenario files, data folder and pact recording.
 * @returns the mock, its data folder and pact recording, and a function that stops watching and writing files
 * @throws {ToolError} if a file cannot be used
 */
export async function prepareMock(options: PreparationOptions) {
  const { fixtures, watch = false, data: dataFolder, onProblem: report = console.error, ...rest } = options
  // The messages quote files and their names.
  const onProblem = (message: string): void => report(printableLines(message))
  const { recordPact, consumer, provider, pactKey, freedoms: given, ...others } = rest
  const freedoms = typeof given === 'string' ? await readFreedomsFile(given) : given
  const { now, time = Date.now } = others
  /** What `now` means in a scenario file, in milliseconds since the Unix epoch. */
  const nowMs = (): number => (now === undefined ? time() : readAt(['now'], () => parseInstant(now)))
  if (watch && fixtures === undefined) {
    throw new ToolError('--watch requires a folder of scenario files: set --fixtures <dir>.')
  }
  if (recordPact === undefined && consumer !== undefined) {
    throw new ToolError(`--consumer has no effect without --record-pact <file>.`)
  }
  if (recordPact !== undefined && consumer === undefined) {
    throw new ToolError(`--record-pact requires the name of the consumer: set --consumer <name>.`)
  }
  const { files = [], mistakes = [] } = fixtures === undefined ? {} : await readScenarioFolder(fixtures, nowMs())
  if (mistakes.length > 0) throw new ToolError(mistakes.join('\n'))
  const fromFiles = Object.fromEntries(Array.from(files, ([name, { scenario }]) => [name, scenario]))
  const mock = new OrdersMock({ ...others, freedoms, scenarios: { ...fromFiles, ...others.scenarios } })
  const pact =
    recordPact === undefined || consumer === undefined
      ? undefined
      : await recordPactFile(mock, recordPact, onProblem, { consumer, provider, pactKey })
  const data = dataFolder === undefined ? undefined : await openDataFolder(mock, { folder: dataFolder, onProblem })
  const endWatch =
    watch && fixtures !== undefined ? watchScenarios(mock, { folder: fixtures, files, nowMs, onProblem }) : undefined
  const end = async (): Promise<void> => {
    endWatch?.()
    data?.close()
    await pact?.end()
  }
  return { mock, data, pact, end }
}

/** @throws {ToolError} with line, column and field of everything that is wrong */
async function readFreedomsFile(path: string): Promise<FreedomsInput> {
  const file = await readYaml(path, 'the freedoms', { stringKeys: true })
  // A file with nothing but comments is empty.
  return file.read((content) => readFreedoms(content ?? {}))
}
