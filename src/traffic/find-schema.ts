import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'

const SCHEMA = join('node_modules', 'orders-mock', 'fixtures', 'scenario.schema.json')

/** Where an editor finds the schema of scenarios, as seen from a file: in a project that has this package installed. */
export function findSchema(file: string): string | undefined {
  const start = dirname(resolve(file))
  for (let folder = start; ; folder = dirname(folder)) {
    const path = join(folder, SCHEMA)
    if (existsSync(path)) return asReference(relative(start, path))
    if (folder === dirname(folder)) return undefined
  }
}

function asReference(path: string): string {
  const reference = path.split(sep).join('/')
  return reference.startsWith('.') ? reference : `./${reference}`
}
