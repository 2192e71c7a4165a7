import { findOperation } from '../../contract/index.js'
import type { Interaction } from './interaction.js'

/** The section of the specification that an interaction stands for. */
export function clauseOf({ method, path, status, states }: Interaction): string {
  if (status === 401) return 'Authentication'
  if (states.some(({ name }) => name === 'many orders')) return 'Limits'
  return findOperation({ method, path, headers: {} })?.operation.clause ?? 'Endpoints'
}

/** An id for each interaction, made of its description; the same description a second time gets a number. */
export function idsOf(interactions: readonly Interaction[]): string[] {
  const seen = new Map<string, number>()
  return interactions.map(({ description }) => {
    const id = `pact.${slug(description)}`
    const count = (seen.get(id) ?? 0) + 1
    seen.set(id, count)
    return count === 1 ? id : `${id}-${count}`
  })
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
}
