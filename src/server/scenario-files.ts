import { type Dirent, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { mistakeInName, parseScenario, type Scenario } from '../core/index.js'
import { InvalidInputError, ToolError } from '../input/index.js'
import { readYaml, reasonOf } from '../node/index.js'
import { stringifyJson } from '../spec/index.js'

const EXTENSIONS = new Set(['.yaml', '.yml', '.json'])

/** The scenario files of a folder. */
export interface FoundFiles {
  /** Their paths, by the names of their scenarios. */
  readonly paths: ReadonlyMap<string, string>
  /** Those that no scenario can come from, because of their names. */
  readonly misnamed: readonly MisnamedFile[]
}

interface MisnamedFile {
  readonly path: string
  readonly mistake: string
}

/**
 * Finds the scenario files of a folder: `<name>.yaml`, `.yml` or `.json`, by name. Hidden files do not count.
 *
 * @throws {ToolError} if the folder cannot be read
 */
export async function findScenarioFiles(folder: string): Promise<FoundFiles> {
  const paths = new Map<string, string>()
  const misnamed: MisnamedFile[] = []
  for (const file of (await readFolder(folder)).filter(isScenarioFile).toSorted()) {
    const path = join(folder, file)
    const name = nameOf(path)
    const mistake = mistakeInFileName(name, path, paths.get(name))
    if (mistake === undefined) paths.set(name, path)
    else misnamed.push({ path, mistake })
  }
  return { paths, misnamed }
}

function nameOf(path: string): string {
  return basename(path, extname(path))
}

/** @param other the path of the file that has the name already */
function mistakeInFileName(name: string, path: string, other: string | undefined): string | undefined {
  if (other !== undefined) return `${other} and ${path} are both the scenario "${name}". Rename one.`
  const mistake = mistakeInName(name)
  return mistake && `${path}: ${mistake}`
}

/** Whether a file is one by its name. */
export function isScenarioFile(path: string): boolean {
  const file = basename(path)
  // Editors and file systems keep notes of their own beside the files, under names that begin with a dot.
  return EXTENSIONS.has(extname(file).toLowerCase()) && !file.startsWith('.') && !file.endsWith('.schema.json')
}

/** A scenario file that was read. */
export interface ScenarioFile {
  readonly scenario: Scenario
  /** What it says, as JSON: the same for files that differ in their layout and comments alone. */
  readonly json: string
}

/** The scenarios of a folder, as far as they can be used. */
export interface ScenarioFolder {
  /** By the names of the scenarios. */
  readonly files: ReadonlyMap<string, ScenarioFile>
  /** What is wrong with the others, with file, line, column and member. */
  readonly mistakes: readonly string[]
}

/**
 * Reads all scenarios of a folder.
 *
 * @param nowMs what `now` means in them, in milliseconds since the Unix epoch
 * @throws {ToolError} if the folder cannot be read
 */
export async function readScenarioFolder(folder: string, nowMs: number): Promise<ScenarioFolder> {
  const { paths, misnamed } = await findScenarioFiles(folder)
  const files = new Map<string, ScenarioFile>()
  const mistakes: string[] = []
  // A wrong name does not hide what else is wrong with a file.
  for (const path of [...paths.values(), ...misnamed.map((file) => file.path)].toSorted()) {
    try {
      const file = await readScenarioFile(path, nowMs)
      const name = nameOf(path)
      if (paths.get(name) === path) files.set(name, file)
    } catch (error) {
      if (!(error instanceof ToolError)) throw error
      mistakes.push(error.message)
    }
  }
  return { files, mistakes: [...mistakes, ...misnamed.map(({ mistake }) => mistake)] }
}

/**
 * Reads one scenario file, YAML or JSON.
 *
 * @throws {ToolError} with file, line, column and member of everything that is wrong
 */
export async function readScenarioFile(path: string, nowMs: number): Promise<ScenarioFile> {
  const file = await readYaml(path, { what: 'the scenario', stringKeys: true })
  if (!file.isReadable) throw file.refusal()
  const content = file.content()
  try {
    const scenario = parseScenario(content, nowMs)
    if (!file.hasErrors) return { scenario, json: stringifyJson(content) }
  } catch (error) {
    throw error instanceof InvalidInputError ? file.refusal(error.problems) : error
  }
  throw file.refusal()
}

async function readFolder(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile() || (entry.isSymbolicLink() && leadsToFile(entry)))
    return files.map(({ name }) => name)
  } catch (error) {
    throw new ToolError(`Cannot read the folder of scenarios ${folder}: ${reasonOf(error)}.`)
  }
}

/** A pipe or a device would never end. A link that leads nowhere is left for the reading to report. */
function leadsToFile({ parentPath, name }: Dirent): boolean {
  return statSync(join(parentPath, name), { throwIfNoEntry: false })?.isFile() ?? true
}
