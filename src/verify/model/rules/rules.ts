import { cancelRules } from './cancel-order.js'
import { crowdRules } from './crowds.js'
import { petRules, readRules } from './get-pet.js'
import { keyRules } from './keys.js'
import { listRules, newOrderRules } from './list-orders.js'
import { raceRules } from './races.js'
import type { Rule } from './rule.js'
import { sideEffectRules } from './side-effects.js'

// In the order in which they are checked: what many sequences take for granted comes first.
const rules = {
  ...newOrderRules,
  ...cancelRules,
  ...sideEffectRules,
  ...raceRules,
  // Early, while ids are still short: then the text of one is more often a part of another's.
  ...crowdRules,
  ...listRules,
  ...keyRules,
  ...petRules,
  ...readRules,
}

/** Stable: reports name checks by it. */
export type RuleId = keyof typeof rules

export const RULES: Readonly<Record<RuleId, Rule>> = rules

export const RULE_IDS = Object.keys(rules) as readonly RuleId[]
