import * as fc from 'fast-check'
import { CONFUSED } from '../sequences/order-ids.js'
import {
  ANOTHER_LARGE_ID,
  ANOTHER_PENDING,
  EVERY_FIELD,
  LARGE_ID,
  MANY,
  NO_ORDERS,
  PENDING,
  PET,
  SHIPPED,
  type StateName,
} from '../sequences/states.js'
import {
  always,
  cancel,
  cancelNear,
  compressed,
  getPet,
  given,
  inLowerCase,
  inTurn,
  list,
  optional,
  send,
  setUp,
  wait,
} from '../sequences/step.js'
import type { Rule } from './rule.js'

// A provider that knows no such parameters answers each of these with the whole list.
const QUERIES = [
  '?limit=1&offset=1',
  '?page=2&per_page=1&size=1',
  '?_limit=1&_start=1&$top=1&$skip=1&first=1&max=1',
  '?status=cancelled',
  '?id=0&petId=0&complete=true',
]

// How long it may take to make more than a thousand orders.
const VERY_MANY_MS = 3_000

/** What the list and the deprecated pet show. */
export const readRules: readonly Rule[] = [
  {
    id: 'list-is-complete',
    claim: 'the list shows every order at once, with the same values each time, and reading changes nothing',
    clause: 'List orders',
    states: [PENDING, SHIPPED],
    sequence: fc.shuffledSubarray<StateName>([PENDING, SHIPPED, EVERY_FIELD], { minLength: 3 }).map((states) =>
      inTurn(
        [list(), states.map((state) => [setUp(state), list()]), list()],
        // Each form of an answer may be kept somewhere.
        [compressed(list()), optional(PENDING, ANOTHER_PENDING), compressed(list()), optional(PET), given(list())],
        [getPet(PET), list(), inLowerCase(list()), getPet(PET, 'missing'), list()],
        [send(list(), getPet(PET), list(), getPet(PET)), list(), cancel(PENDING), list()],
        [getPet(PET), cancel(EVERY_FIELD), list(), cancel(ANOTHER_PENDING), cancel(SHIPPED), cancel(EVERY_FIELD)],
      ),
    ),
  },
  {
    id: 'list-takes-no-query',
    claim: 'query parameters do not change what the list holds',
    clause: 'List orders',
    states: [PENDING, SHIPPED],
    sequence: always(
      [setUp(PENDING), setUp(SHIPPED), optional(PENDING, ANOTHER_PENDING), given(list())],
      QUERIES.map((query) => ({ ...list(), query })),
    ),
  },
  {
    id: 'list-is-whole',
    claim: 'one list shows all of many orders',
    clause: 'Limits',
    states: [MANY],
    isAlone: true,
    sequence: fc.tuple(fc.nat(120), fc.integer({ min: 121, max: 249 })).map((indexes) =>
      inTurn(
        [setUp(NO_ORDERS), setUp(MANY, MANY, { params: { count: 250 } }), compressed(list())],
        // What is read page by page, or into something that answers share.
        [send(list(), list(), list()), send(list(), ...indexes.map((index) => cancel({ kind: 'listed', index })))],
        [list(), optional(PENDING), list(), optional(NO_ORDERS)],
        setUp(MANY, 'very many orders', { params: { count: 1_001 }, worthMs: VERY_MANY_MS }),
        list(),
      ),
    ),
  },
  {
    id: 'large-ids-keep-digits',
    claim: 'ids above 2^53 keep every digit',
    clause: 'Order',
    states: [LARGE_ID],
    isAlone: true,
    sequence: always(
      [setUp(LARGE_ID), list()],
      send(...cancelNear(LARGE_ID, [...CONFUSED, 'one more', 'one less', 'two more', 'two less'])),
      [list(), cancel(LARGE_ID), cancel(LARGE_ID)],
      // Where ids follow one another, two of any four that are neighbours are the same double.
      [optional(LARGE_ID), optional(LARGE_ID, ANOTHER_LARGE_ID), optional(LARGE_ID, '3rd'), optional(LARGE_ID, '4th')],
      [list(), cancel(LARGE_ID), list(), cancel(ANOTHER_LARGE_ID), cancel('3rd'), cancel('4th')],
    ),
  },
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
