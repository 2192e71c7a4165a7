import { randomSequences, SEQUENCE_STATES } from '../sequences/random-sequences.js'
import { cancelRules } from './cancel-order.js'
import { crowdRules } from './crowds.js'
import { clientRule } from './clients.js'
import { keyRules } from './keys.js'
import { readRules } from './reads.js'
import type { SequenceRule } from '../sequences/step.js'

/** In the order in which they are checked: crowds early, while ids are short and one is more often a part of another. */
export const RULES: readonly SequenceRule[] = [...cancelRules, ...crowdRules, ...readRules, ...keyRules, clientRule]

/** For violations that nobody foresaw. Any one of its states will do. */
export const SEQUENCES: SequenceRule = {
  id: 'sequences',
  claim: 'random sequences of requests violate no rule',
  clause: 'States and transitions',
  states: SEQUENCE_STATES,
  sequence: randomSequences,
}
