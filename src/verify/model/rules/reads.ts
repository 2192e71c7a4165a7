import * as fc from 'fast-check'
import { CONFUSED, NEIGHBOURS } from '../sequences/order-ids.js'
import { cancel, cancelEach, cancelNear, compressed, getPet, inLowerCase, list } from '../sequences/calls.js'
import { always, given, optional, send, setUp, setUpState, silence, type SequenceRule } from '../sequences/step.js'

// A provider that knows no such parameters returns the whole list for each of these.
const QUERIES = [
  '?limit=1&offset=1',
  '?page=2&per_page=1&size=1',
  '?_limit=1&_start=1&$top=1&$skip=1&first=1&max=1',
  '?count=1&start=1&rows=1&pageSize=1&maxResults=1&take=1',
  '?skip=1000000&start=1000000&from=1000000&offset=1000000',
  '?cursor=1&before=1&page_token=1&starting_after=1',
  '?q=none&query=none&search=none&filter=none',
  '?status=cancelled',
  '?since=2999-01-01T00:00:00Z&from=2999-01-01&updatedSince=2999-01-01T00:00:00Z&after=2999-01-01',
  '?id=0&ids=0&petId=0&quantity=0&complete=true',
  // As JSON:API has them.
  '?filter%5Bid%5D=0&filter%5Bcomplete%5D=true&page%5Bsize%5D=1&page%5Bnumber%5D=2',
  '?fields=id&select=id&$select=id',
]

// As the parts of a page ask for it.
const AT_ONCE = Array.from({ length: 6 }, () => list())

/** What the list and the deprecated pet show. */
export const readRules: readonly SequenceRule[] = [
  {
    id: 'pet-keeps-sunset',
    claim: 'reading a pet always returns the same Sunset date',
    clause: 'Versioning',
    states: ['a pet'],
    isQuiet: true,
    // A date that is reckoned from the present moves on with each second.
    sequence: always(
      [setUp('pet'), getPet('pet'), given(getPet('pet', 'another key'))],
      [send(getPet('pet'), inLowerCase(getPet('pet'))), given(getPet('pet', 'missing')), silence(), getPet('pet')],
    ),
  },
  {
    id: 'list-is-complete',
    claim: 'new orders are listed immediately, repeated lists are identical, and listing changes nothing',
    clause: 'List orders',
    states: ['a pending order', 'a shipped order'],
    sequence: fc.shuffledSubarray(['pending', 'shipped', 'full'] as const, { minLength: 3 }).map((names) => [
      [list(), names.map((name) => [setUp(name), list()]), list()],
      // Each form of a response may be cached somewhere.
      [compressed(list()), optional('another'), compressed(list()), optional('pet'), given(list())],
      [getPet('pet'), list(), inLowerCase(list()), getPet('pet', 'missing'), list()],
      [send(AT_ONCE, getPet('pet'), getPet('pet')), list(), inLowerCase(cancel('pending')), list()],
      [getPet('pet'), cancel('full'), list(), cancel('another'), cancel('shipped'), cancel('full')],
    ]),
  },
  {
    id: 'list-is-current',
    claim: 'a conditional request gets the orders that were placed since, in the same second, too',
    clause: 'List orders',
    states: ['a pending order'],
    // Within a second, and with the validators of its own lists.
    isAlone: true,
    // Twice: the clock may go on to the next second once.
    sequence: always([
      // The highest id of all, which some take for the version of the list.
      optional('large'),
      setUp('pending'),
      list(),
      // Nothing else changes the list meanwhile.
      given(list('left out, with the ETag of the list')),
      // As many as before, where cancelled orders are not listed.
      cancel('pending'),
      setUp('another'),
      { ...list(), isConditional: true },
      setUp('full'),
      { ...list(), isConditional: true },
    ]),
  },
  {
    id: 'list-takes-no-query',
    claim: 'query parameters do not affect the list',
    clause: 'List orders',
    states: ['a pending order', 'a shipped order'],
    sequence: always(
      [setUp('pending', 'shipped'), optional('another'), given(list())],
      QUERIES.map((suffix) => ({ ...list(), suffix })),
    ),
  },
  {
    id: 'list-is-whole',
    claim: 'a single list response contains all orders, however many',
    clause: 'Limits',
    states: ['many orders'],
    isAlone: true,
    sequence: fc.tuple(fc.nat(120), fc.integer({ min: 121, max: 249 })).map((indexes) => [
      [setUp('nothing'), setUpState('many orders', 'many orders', { params: { count: 250 } }), compressed(list())],
      // For lists that are read page by page, or into something that responses share.
      [
        send(list(), list(), list()),
        send(list(), cancelEach(...indexes.map((index) => ({ kind: 'listed', index }) as const))),
      ],
      // The version of a list may be that of its first orders.
      [list(), optional('pending'), { ...list(), isConditional: true }, optional('nothing')],
      // Databases and gateways have limits of their own, such as 1,000, 2,000 and 10,000.
      [setUpState('many orders', 'many orders', { params: { count: 1_001 }, worthMs: 3_000 }), list()],
      setUpState('many orders', 'many orders', { params: { count: 10_001 }, worthMs: 1_500 }),
      [list(), optional('nothing')],
    ]),
  },
  {
    id: 'large-ids-keep-digits',
    claim: 'ids above 2^53 keep every digit',
    clause: 'Order',
    states: ['an order with a large id'],
    isAlone: true,
    sequence: always(
      [setUp('large'), list()],
      send(cancelNear([...CONFUSED, ...NEIGHBOURS], 'large')),
      [list(), cancel('large'), cancel('large')],
      // If ids follow one another, two of any four that are neighbours are the same double.
      optional('large', 'another large', 'third large', 'fourth large'),
      [list(), cancel('large'), list(), cancelEach('another large', 'third large', 'fourth large')],
    ),
  },
]
