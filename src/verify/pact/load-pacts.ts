import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ToolError } from '../../input/index.js'
import { fetchText, networkReason } from '../../contract/index.js'
import { parseJson } from '../../spec/index.js'
import { type Interaction, interactionsOf, withUniqueIds } from './interaction.js'

const DOWNLOAD_TIMEOUT_MS = 30_000

const OWN_CONTRACT = fileURLToPath(new URL('../../../contracts/pacts/', import.meta.url))

/**
 * Reads the interactions of pact files.
 *
 * @param sources files, folders with `*.json`, or URLs; none means the contract that ships with the package
 * @throws {ToolError} exit code 2, if a source cannot be read or is not a pact
 */
export async function loadPacts(sources: readonly string[]): Promise<Interaction[]> {
  const files = await Promise.all((sources.length === 0 ? [OWN_CONTRACT] : sources).map(filesOf))
  const loaded = await Promise.all(files.flat().map(loadPact))
  return withUniqueIds(loaded.flat())
}

async function loadPact(source: string): Promise<Interaction[]> {
  const interactions = interactionsOf(await parsed(source))
  if (interactions === undefined)
    throw new ToolError(`Cannot use ${source}: it is not a pact file (it has no "interactions").`)
  return interactions
}

async function parsed(source: string) {
  try {
    return parseJson(isUrl(source) ? await download(source) : await readFile(source, 'utf8'))
  } catch (error) {
    throw new ToolError(`Cannot read the pact ${source}: ${networkReason(error as Error)}`)
  }
}

async function filesOf(source: string): Promise<string[]> {
  if (isUrl(source) || !(await isFolder(source))) return [source]
  const names = (await readdir(source)).filter((name) => name.endsWith('.json')).toSorted()
  if (names.length === 0) throw new ToolError(`Cannot use ${source}: there is no pact file (*.json) in it.`)
  return names.map((name) => join(source, name))
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch (error) {
    throw new ToolError(`Cannot read the pact ${path}: ${networkReason(error as Error)}`)
  }
}

async function download(url: string): Promise<string> {
  const headers = { accept: 'application/json' }
  const { status, text } = await fetchText(url, { method: 'GET', headers, timeoutMs: DOWNLOAD_TIMEOUT_MS })
  if (status !== 200) throw new Error(`it was answered with ${status}`)
  return text
}

function isUrl(source: string): boolean {
  return /^https?:\/\//i.test(source)
}
