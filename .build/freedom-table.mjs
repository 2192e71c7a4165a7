/** The code of the table of freedoms. */
export function freedomTable(freedoms) {
  const members = freedoms.map(({ name, choices }) => {
    return `  readonly '${name}': ${choices.map((choice) => `'${choice.name}'`).join(' | ')}\n`
  })
  // What browsers need, and the texts for reports.
  const table = freedoms.map(({ name, statuses, choices }) => ({ name, statuses, choices }))
  const texts = Object.fromEntries(freedoms.map(({ name, section, open }) => [name, { section, open }]))
  return `import type { Freedom } from './freedom.js'

/** A choice for each freedom, by the names in \`contracts/freedoms.yaml\`. */
export interface FreedomChoices {
${members.join('')}}

/** The choices that the specification leaves to the service. */
export const freedoms: readonly Freedom[] = ${JSON.stringify(table)}

/** The section of the specification that leaves each choice open, by its title, and what is left open. */
export const openPoints: Readonly<Record<keyof FreedomChoices, { readonly section: string; readonly open: string }>> = ${JSON.stringify(texts)}
`
}
