import { ANOTHER_PENDING, EVERY_FIELD, PENDING, PET, SHIPPED } from '../sequences/states.js'
import { always, cancel, getPet, given, inLowerCase, list, optional, send, setUp, wait } from '../sequences/step.js'
import type { Rule } from './rule.js'

export const petRules: readonly Rule[] = [
  {
    id: 'pet-keeps-sunset',
    claim: 'the deprecated pet announces the same sunset each time',
    clause: 'Versioning',
    states: [PET],
    waits: true,
    // A date that is reckoned from the present moves on with each second.
    sequence: always(
      [setUp(PET), getPet(PET), getPet(PET, 'another key')],
      [send(getPet(PET), inLowerCase(getPet(PET)), getPet(PET, 'missing')), wait(1_000), getPet(PET)],
    ),
  },
]

/** What reading must not do. */
export const readRules: readonly Rule[] = [
  {
    id: 'reads-change-nothing',
    claim: 'reading the list or a pet changes nothing',
    clause: 'What the service does',
    states: [PENDING],
    sequence: always(
      // The newest order is one that can be cancelled, and so is the one before.
      [optional(SHIPPED), optional(EVERY_FIELD), setUp(PENDING), optional(PENDING, ANOTHER_PENDING), optional(PET)],
      [given(list()), getPet(PET), list(), inLowerCase(list()), getPet(PET, 'missing'), list()],
      [send(list(), getPet(PET), list(), getPet(PET)), list()],
      [cancel(PENDING), list(), getPet(PET), cancel(PENDING), cancel(ANOTHER_PENDING), cancel(SHIPPED)],
    ),
  },
]
