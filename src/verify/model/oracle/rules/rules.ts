import { getPet, send, setUp } from '../../sequences/step.js'
import { PET } from '../../sequences/states.js'
import { always } from '../../sequences/template.js'
import { cancelRules } from './cancel-rules.js'
import { crowdRules } from './crowd-rules.js'
import { keyRules } from './key-rules.js'
import { listRules, newOrderRules } from './list-rules.js'
import { readRules } from './read-rules.js'
import type { Rule } from './rule.js'
import { sideEffectRules } from './side-effect-rules.js'

const petRules = {
  'pet-keeps-sunset': {
    claim: 'the deprecated pet announces its sunset each time',
    clause: 'Versioning',
    states: [PET],
    template: always(
      [setUp(PET), getPet(PET), getPet(PET, 'another key')],
      send(getPet(PET), getPet(PET), getPet(PET, 'missing')),
    ),
  },
} satisfies Record<string, Rule>

// In the order in which they are checked: what many sequences take for granted comes first.
const rules = {
  ...newOrderRules,
  ...cancelRules,
  // Early, while ids are still short: then the text of one is more often a part of another's.
  ...crowdRules,
  ...listRules,
  ...keyRules,
  ...sideEffectRules,
  ...petRules,
  ...readRules,
}

/** Stable: reports name checks by it. */
export type RuleId = keyof typeof rules

export const RULES: Readonly<Record<RuleId, Rule>> = rules

export const RULE_IDS = Object.keys(rules) as readonly RuleId[]
