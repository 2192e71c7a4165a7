/** The code of the table of freedoms. */
export function freedomTable(freedoms) {
  const members = freedoms.map(({ name, choices }) => {
    return `  readonly '${name}': ${choices.map((choice) => `'${choice.name}'`).join(' | ')}\n`
  })
  // What browsers need, and the texts for reports.
  const table = freedoms.map(({ name, statuses, choices }) => ({ name, statuses, choices }))
  const texts = Object.fromEntries(freedoms.map(({ name, section, open }) => [name, { section, open }]))
  return `/** A choice for each freedom, by the names in \`contracts/freedoms.yaml\`. */
export interface FreedomChoices {
${members.join('')}}

export type FreedomName = keyof FreedomChoices

/** What \`contracts/freedoms.yaml\` says of one freedom: a choice that the specification leaves to the service. */
export interface Freedom {
  readonly name: FreedomName
  /** The statuses that the contract allows, such as \`4xx\`, if it allows others than the choices. */
  readonly statuses?: readonly string[]
  /** The first one is the default of the mock. */
  readonly choices: readonly {
    readonly name: string
    /** What a response shows, in a few words. */
    readonly shows: string
    /** The choices of other freedoms without which a seed never draws this choice. */
    readonly drawnWith?: Readonly<Partial<Record<FreedomName, string>>>
  }[]
}

/** The choices that the specification leaves to the service. */
export const freedoms: readonly Freedom[] = ${JSON.stringify(table)}

/** The section of the specification that leaves each choice open, by its title, and what is left open. */
export const openPoints: Readonly<Record<keyof FreedomChoices, { readonly section: string; readonly open: string }>> = ${JSON.stringify(texts)}
`
}
