import type { StateName } from '../../sequences/states.js'
import type { Template } from '../../sequences/template.js'

/** What the specification says and no single exchange can show. */
export interface Rule {
  /** In the present tense. */
  readonly claim: string
  /** The section of the specification, by its title. */
  readonly clause: string
  /** Without any one of these the rule cannot be checked. */
  readonly states: readonly StateName[]
  /** The sequences that show whether the rule is kept. */
  readonly template: Template
  /** Whether it takes so long that once is enough. */
  readonly isSlow?: boolean
}
