import { Document } from 'yaml'
import type { Recording } from './recorder.js'

/** Where a recorded scenario comes from. */
interface Origin {
  readonly baseUrl: string
  /** When it was recorded. */
  readonly at: Date
  /** Where the schema of scenarios is, as seen from the file; unknown if absent. */
  readonly schema: string | undefined
}

/** Writes what was recorded of a provider as a scenario file, for `orders-mock serve`. */
export function scenarioText({ orders, pets, sunset, withoutId }: Recording, { baseUrl, at, schema }: Origin): string {
  const document = new Document({
    title: `Recorded from ${baseUrl}`,
    description: `As it was on ${at.toISOString()}.`,
    orders: [],
    ...(pets.length > 0 && { pets: [] }),
    ...(sunset !== undefined && { sunset }),
  })
  for (const order of orders) document.addIn(['orders'], document.createNode(order, { flow: true }))
  for (const pet of pets) document.addIn(['pets'], document.createNode(pet, { flow: true }))
  document.commentBefore = remarks(withoutId, schema).join('\n')
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
