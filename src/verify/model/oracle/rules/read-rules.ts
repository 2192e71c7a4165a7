import { ANOTHER_PENDING, CANCELLED, EVERY_FIELD, PENDING, PET, SHIPPED } from '../../sequences/states.js'
import { cancel, getPet, list, send, setUp } from '../../sequences/step.js'
import { always, optional } from '../../sequences/template.js'
import type { Rule } from './rule.js'

/** What reading must not do. */
export const readRules = {
  'reads-change-nothing': {
    claim: 'reading the list or a pet changes nothing',
    clause: 'What the service does',
    states: [PENDING],
    template: always(
      [
        setUp(PENDING),
        optional(PENDING, ANOTHER_PENDING),
        optional(SHIPPED),
        optional(CANCELLED),
        optional(EVERY_FIELD),
      ],
      [optional(PET)],
      [list(), getPet(PET), list(), getPet(PET), getPet(PET, 'missing'), list()],
      [send(list(), getPet(PET), list(), getPet(PET)), list()],
      [cancel(PENDING), list(), getPet(PET), cancel(PENDING), cancel(ANOTHER_PENDING)],
      [cancel(SHIPPED), cancel(CANCELLED)],
    ),
  },
} satisfies Record<string, Rule>
