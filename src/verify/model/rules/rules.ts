import { randomSequences, SEQUENCE_STATES } from '../sequences/random-sequences.js'
import { cancelRules, raceRules } from './cancel-order.js'
import { keyRules } from './keys.js'
import { listRules, newOrderRules, petRules, readRules } from './reads.js'
import type { Rule } from './rule.js'
import { crowdRules, sideEffectRules } from './side-effects.js'

/** In the order in which they are checked: what many sequences take for granted comes first. */
export const RULES: readonly Rule[] = [
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
]

/** What nobody foresaw. Any one of its states will do. */
export const SEQUENCES: Rule = {
  id: 'sequences',
  claim: 'no sequence of requests breaks a rule',
  clause: 'States and transitions',
  states: SEQUENCE_STATES,
  sequence: randomSequences,
}
