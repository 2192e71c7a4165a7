import { type Dirent, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { mistakeInName, parseScenario, type Scenario } from '../core/index.js'
import { ToolError } from '../input/index.js'
import { readYaml, reasonOf } from '../node/index.js'
import { stringifyJson } from '../spec/index.js'

const EXTENSIONS = new Set(['.yaml', '.yml', '.json'])

export interface ScenarioFile {
  readonly path: string
  readonly scenario: Scenario
  /** Its content as JSON: the same for files that differ in their layout and comments alone. */
  readonly json: string
}

/**
 * Reads all scenarios of a folder.
 * @param nowMs what `now` means in them, in milliseconds since the Unix epoch
 * @returns the valid ones, by their names; the problems of the others, with file, line, column and field; and the paths
 *   of all files
 * @throws {ToolError} if the folder cannot be read
 */
export async function readScenarioFolder(folder: string, nowMs: number) {
  const files = new Map<string, ScenarioFile>()
  const mistakes: string[] = []
  const paths = await findScenarioFiles(folder)
  for (const path of paths) {
    const name = nameOf(path)
    try {
      const first = paths.find((each) => nameOf(each) === name)
      checkName(name, path, first)
      files.set(name, await readScenarioFile(path, nowMs))
    } catch (error) {
      if (!(error instanceof ToolError)) throw error
      mistakes.push(error.message)
    }
  }
  return { files, mistakes, paths }
}

/**
 * The paths of the scenario files of a folder, sorted: `<name>.yaml`, `.yml` or `.json`.
 * @throws {ToolError} if the folder cannot be read
 */
export async function findScenarioFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    const files = entries.filter((entry) => isScenarioName(entry.name) && leadsToFile(entry))
    return files.map(({ name }) => join(folder, name)).toSorted()
  } catch (error) {
    throw new ToolError(`Cannot read the folder of scenarios ${folder}: ${reasonOf(error)}.`)
  }
}

/** Editors and file systems store notes beside the files, under names that begin with a dot. */
function isScenarioName(file: string): boolean {
  return EXTENSIONS.has(extname(file).toLowerCase()) && !file.startsWith('.') && !file.endsWith('.schema.json')
}

/** A pipe or a device would never end. A link that leads nowhere is left for the reading to report. */
function leadsToFile(entry: Dirent): boolean {
  if (!entry.isSymbolicLink()) return entry.isFile()
  return statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.isFile() ?? true
}

function nameOf(path: string): string {
  return basename(path, extname(path))
}

/** @param first the path of the first file that has the name @throws {ToolError} if no scenario can have the name */
function checkName(name: string, path: string, first = path): void {
  if (first !== path) throw new ToolError(`${first} and ${path} are both the scenario "${name}". Rename one.`)
  const mistake = mistakeInName(name)
  if (mistake !== undefined) throw new ToolError(`${path}: ${mistake}`)
}

/**
 * Reads one scenario file, YAML or JSON.
 * @throws {ToolError} with file, line, column and field of everything that is wrong
 */
async function readScenarioFile(path: string, nowMs: number): Promise<ScenarioFile> {
  const file = await readYaml(path, 'the scenario', { stringKeys: true })
  return file.read((content) => ({ path, scenario: parseScenario(content, nowMs), json: stringifyJson(content) }))
}
