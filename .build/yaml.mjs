import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'

/** Lets a module import a YAML file as data. An integer that no number represents exactly becomes a bigint. */
export function yaml() {
  return {
    name: 'yaml',
    load: {
      filter: { id: /\.yaml$/ },
      handler: async (path) => {
        const data = parse(await readFile(path, 'utf8'), { intAsBigInt: true })
        return { code: `export default ${literal(data)}`, moduleType: 'js', moduleSideEffects: false }
      },
    },
  }
}

function literal(value) {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? String(value) : `${value}n`
  if (Array.isArray(value)) return `[${value.map(literal).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}:${literal(member)}`)
    .join(',')}}`
}
