import { existsSync, readdirSync, statSync } from 'node:fs'
import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const STAMPS = 'node_modules/.cache/orders-mock'
const ALWAYS = ['.build', 'package-lock.json', 'package.json']

/**
 * Builds something, unless it exists and none of its sources has changed since.
 *
 * @param name of what is built
 * @param made a file of the result
 * @param sources files and folders
 */
export async function unlessUpToDate({ name, made, sources }, make) {
  const stamp = join(STAMPS, name)
  const files = [...sources, ...ALWAYS].flatMap(filesIn)
  const isUpToDate = [made, stamp].every(existsSync) && files.every((file) => changedMs(file) < changedMs(stamp))
  if (isUpToDate) return
  const started = new Date()
  await make()
  await mkdir(STAMPS, { recursive: true })
  await writeFile(stamp, '')
  await utimes(stamp, started, started)
}

/** Leaves alone what has not changed: a program that is running may yet load it. */
export async function writeChanged(files) {
  for (const [path, content] of Object.entries(files)) {
    const bytes = Buffer.from(content)
    if (existsSync(path) && bytes.equals(await readFile(path))) continue
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, bytes)
  }
}

function filesIn(source) {
  if (statSync(source).isFile()) return [source]
  const entries = readdirSync(source, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
}

function changedMs(path) {
  return statSync(path).mtimeMs
}
