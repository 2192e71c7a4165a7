import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { Document } from 'yaml'
import type { Recording } from './recorder.js'

/** Where a recorded scenario comes from. */
interface Origin {
  readonly baseUrl: string
  /** When it was recorded. */
  readonly at: Date
  /** Where it is going to be, for the schema that an editor is told. */
  readonly file?: string | undefined
}

/** Writes what was recorded of a provider as a scenario file, for `orders-mock serve`. */
export function scenarioText({ orders, pets, sunset, withoutId }: Recording, { baseUrl, at, file }: Origin): string {
  const document = new Document({
    title: `Recorded from ${baseUrl}`,
    description: `As it was on ${at.toISOString()}.`,
    orders: [],
    ...(pets.length > 0 && { pets: [] }),
    ...(sunset !== undefined && { sunset }),
  })
  for (const order of orders) document.addIn(['orders'], document.createNode(order, { flow: true }))
  for (const pet of pets) document.addIn(['pets'], document.createNode(pet, { flow: true }))
  document.commentBefore = remarks(withoutId, file === undefined ? undefined : findSchema(file)).join('\n')
  return document.toString({ lineWidth: 0 })
}

function remarks(withoutId: number, schema: string | undefined): string[] {
  const lines = [
    ...(schema === undefined ? [] : [` yaml-language-server: $schema=${schema}`]),
    ' The API shows no status: cancelled and shipped were learned from cancels, pending is assumed.',
  ]
  if (withoutId > 0)
    lines.push(` Left out, because a scenario needs their ids: ${withoutId} listed without a usable id.`)
  return lines
}

const SCHEMA = join('node_modules', 'orders-mock', 'fixtures', 'scenario.schema.json')

/** Where an editor finds the schema of scenarios, as seen from a file: in a project that has this package installed. */
function findSchema(file: string): string | undefined {
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
