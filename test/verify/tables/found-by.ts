import { readFileSync } from 'node:fs'
import { brokenProviders, type BrokenProvider } from '../providers/broken-providers.js'

/** What finds a broken provider, by the provider's name. */
interface FoundBy {
  /** A check, by its id, that finds it all by itself, whatever ran before. */
  readonly byOneCheck: Readonly<Record<string, string>>
  /** A rule of the model whose sequences show that another rule is broken. */
  readonly bySequencesOf: Readonly<Record<string, string>>
  /** Only all rules of the model together, one after another. */
  readonly byWholeRun: readonly string[]
}

const foundBy = JSON.parse(readFileSync(new URL('./found-by.json', import.meta.url), 'utf8')) as FoundBy

/** A broken provider, and what finds it. */
export type Findable = BrokenProvider & {
  /** The id of the check; none where it takes a whole run. */
  readonly check: string | undefined
  /** Whether that check fails, or only its sequences show the fault. */
  readonly isBlamed: boolean
}

export const findable: readonly Findable[] = brokenProviders
  .filter(({ caughtBy }) => caughtBy !== 'states')
  .map((broken) => {
    const { [broken.name]: blamed } = foundBy.byOneCheck
    return { ...broken, check: blamed ?? foundBy.bySequencesOf[broken.name], isBlamed: blamed !== undefined }
  })

/** Those of which found-by.json says nothing. */
export const forgotten: readonly string[] = findable
  .filter(({ name, check }) => check === undefined && !foundBy.byWholeRun.includes(name))
  .map(({ name }) => name)
