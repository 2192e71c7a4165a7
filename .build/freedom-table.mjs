/** The code of the table of freedoms. */
export function freedomTable(freedoms) {
  const members = freedoms.map(({ name, choices }) => {
    return `  readonly '${name}': ${choices.map((choice) => `'${choice.name}'`).join(' | ')}\n`
  })
  return `import type { DescribedFreedom } from './freedom.js'

/** A choice for each freedom, by the names in \`contracts/freedoms.yaml\`. */
export interface FreedomChoices {
${members.join('')}}

/** The choices that the specification leaves to the service. */
export const freedoms: readonly DescribedFreedom<keyof FreedomChoices>[] = ${JSON.stringify(freedoms)}
`
}
