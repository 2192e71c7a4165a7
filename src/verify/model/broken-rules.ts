import type { RuleId } from './oracle/rules/rules.js'
import type { Counterexample } from './runner/search.js'

/** Rules that are blamed for what was refused before something was wrong, as the likeliest cause of it. */
const INFERRED: ReadonlySet<RuleId> = new Set([
  'large-ids-keep-digits',
  'malformed-id-changes-nothing',
  'refused-key-changes-nothing',
  'refused-shipped-changes-nothing',
  'refused-unknown-changes-nothing',
])

/** What shows that a rule is broken. */
type Proof = Pick<Counterexample, 'isRepeated'> & {
  readonly violation: Pick<Counterexample['violation'], 'rule' | 'explainedBy'>
}

/** The rules that are known to be broken. */
export class BrokenRules {
  /** For each, the rules that would explain it; in the order in which they were last found. */
  readonly #rules = new Map<RuleId, readonly RuleId[]>()
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
  add({ violation: { rule, explainedBy }, isRepeated = false }: Proof): boolean {
    const isNews = isRepeated || !this.#rules.has(rule)
    if (isNews) {
      this.#rules.delete(rule)
      this.#rules.set(rule, explainedBy)
    }
    if (isRepeated) this.#doubtful.delete(rule)
    else this.#doubtful.add(rule)
    return isNews
  }

  /** All but the rule of which more is to be found out. */
  except(id: RuleId | undefined): ReadonlySet<RuleId> {
    return new Set([...this.#rules.keys()].filter((rule) => rule !== id))
  }

  /** Rules that only seemed to be broken, each with the one that was found later and explains it, but not the other way round. */
  explained(): ReadonlyMap<RuleId, RuleId> {
    const explained = new Map<RuleId, RuleId>()
    const causes: RuleId[] = []
    for (const [rule, explainedBy] of [...this.#rules].toReversed()) {
      const explains = (one: RuleId) => explainedBy.includes(one) && this.#rules.get(one)?.includes(rule) !== true
      const cause = INFERRED.has(rule) ? causes.find(explains) : undefined
      if (cause !== undefined) explained.set(rule, cause)
      else if (!this.#doubtful.has(rule)) causes.push(rule)
    }
    return explained
  }
}
