import { Document } from 'yaml'
import type { SeenWorld } from './seen-world.js'

/** Where a recorded scenario comes from. */
export interface Recording {
  readonly baseUrl: string
  /** When it was made. */
  readonly at: Date
}

/** Writes what has shown of a provider as a scenario file, which `orders-mock serve` can take. */
export function scenarioText(world: SeenWorld, { baseUrl, at }: Recording): string {
  const { orders, pets, sunset, nameless } = world
  const document = new Document({
    title: `Recorded from ${baseUrl}`,
    description: `As it showed on ${at.toISOString()}.`,
    orders: [],
    ...(pets.length > 0 && { pets: [] }),
    ...(sunset !== undefined && { sunset }),
  })
  for (const order of orders) document.addIn(['orders'], document.createNode(order, { flow: true }))
  for (const pet of pets) document.addIn(['pets'], document.createNode(pet, { flow: true }))
  document.commentBefore = remarks(nameless).join('\n')
  return document.toString({ lineWidth: 0 })
}

function remarks(nameless: number): string[] {
  const lines = [
    ' yaml-language-server: $schema=./scenario.schema.json',
    ' The API shows no status: cancelled and shipped were learned from cancels, pending is assumed.',
  ]
  if (nameless > 0) lines.push(` Left out, because a scenario needs their ids: ${nameless} listed without a usable id.`)
  return lines
}
