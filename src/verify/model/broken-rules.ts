import type { RuleId } from './oracle/rules/rules.js'

/** The rules that are known to be broken. */
export class BrokenRules {
  readonly #rules = new Set<RuleId>()
  /** Those of them that are broken by what did not come again. */
  readonly #doubtful = new Set<RuleId>()

  get size(): number {
    return this.#rules.size
  }

  has(id: RuleId): boolean {
    return this.#rules.has(id)
  }

  isDoubtful(id: RuleId): boolean {
    return this.#doubtful.has(id)
  }

  /** @returns whether there is nothing better to show for it yet */
  add(id: RuleId, { isRepeated }: { readonly isRepeated: boolean }): boolean {
    const isNews = isRepeated || !this.#rules.has(id)
    this.#rules.add(id)
    if (isRepeated) this.#doubtful.delete(id)
    else this.#doubtful.add(id)
    return isNews
  }

  /** All but the rule of which more is to be found out. */
  except(id: RuleId | undefined): ReadonlySet<RuleId> {
    return new Set([...this.#rules].filter((rule) => rule !== id))
  }
}
