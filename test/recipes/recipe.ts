/** A part of fixtures/recipes.md whose tool is too heavy for `npm test`. */
export interface Recipe {
  /** The tool. */
  readonly name: string
  /** What is installed, with this package: the first is the tool. */
  readonly packages: readonly string[]
  /** Files that the page holds. */
  readonly fromPage: readonly string[]
  /** The rest of the project: what its reader has already. */
  readonly files: Readonly<Record<string, string>>
  readonly checks: readonly Check[]
}

export interface Check {
  readonly name: string
  /** Why it cannot be made on this machine, if it cannot. */
  readonly impossible?: string | undefined
  /** Fails by throwing. */
  readonly run: (folder: string) => Promise<void>
}
