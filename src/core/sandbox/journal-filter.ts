import { checkMembers, didYouMean, InvalidInputError } from '../../input/index.js'
import { operations } from '../../spec/index.js'
import type { JournalEntry } from './journal-entry.js'
import { parseInstant } from '../instant.js'
import type { Id } from '../scenario/document.js'
import { readId } from '../scenario/read-order.js'

/** Narrows a journal down; every member that is given must hold. */
export interface JournalFilter {
  /** An `operationId`; what Prism mocks beside the API has others. */
  readonly operation?: string | undefined
  readonly status?: number | undefined
  readonly orderId?: Id | undefined
  /** An instant (RFC 3339): requests at or after it; or an entry's id: requests after it. */
  readonly since?: string | undefined
  /** The most recent so many. */
  readonly limit?: number | undefined
}

const OPERATIONS = Object.keys(operations)
const MEMBERS = ['operation', 'status', 'orderId', 'since', 'limit']

/**
 * Makes a test of a filter; its `limit` is for the caller.
 *
 * @throws {ToolError} if a member is unknown or makes no sense: a filter that lets nothing pass would look like an answer
 */
export function createJournalTest(filter: JournalFilter): (entry: JournalEntry) => boolean {
  const { operation, status, orderId, since, limit } = filter
  checkMembers(filter, MEMBERS, 'filter')
  // Names of further operations are not known here; one that is nearly right is a mistake all the same.
  if (operation !== undefined && !OPERATIONS.includes(operation) && didYouMean(operation, OPERATIONS) !== '') {
    throw wrong('operation', `there is no operation "${operation}". Known: ${OPERATIONS.join(', ')}`)
  }
  if (status !== undefined && !isStatus(status)) {
    throw wrong('status', `must be from 100 to 599, or 0 for no answer at all, not ${JSON.stringify(status)}`)
  }
  if (limit !== undefined && !(Number.isInteger(limit) && limit >= 1)) throw wrong('limit', `${limit} is not 1 or more`)
  if (typeof orderId === 'number') readId(orderId, ['orderId'])
  const id = orderId === undefined ? undefined : String(orderId)
  const isSince = sinceTest(since)
  return (entry) =>
    (operation === undefined || entry.operation === operation) &&
    (status === undefined || entry.status === status) &&
    (id === undefined || entry.orderId === id) &&
    isSince(entry)
}

function isStatus(status: number): boolean {
  return status === 0 || (Number.isInteger(status) && status >= 100 && status <= 599)
}

function sinceTest(since: string | undefined): (entry: JournalEntry) => boolean {
  if (since === undefined) return () => true
  if (/^\d+$/.test(since)) return ({ id }) => id > Number(since)
  const start = readSince(since)
  return ({ at }) => parseInstant(at) >= start
}

function readSince(since: string): number {
  try {
    return parseInstant(since)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const forms = 'an instant, such as 2026-11-20T12:00:00Z, a date, or the id of an entry, such as 42'
    throw wrong('since', `must be ${forms}, not ${JSON.stringify(since.slice(0, 60))}`)
  }
}

function wrong(member: string, message: string): InvalidInputError {
  return new InvalidInputError([{ path: [member], message }])
}
