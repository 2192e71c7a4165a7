import { closest, distance } from 'fastest-levenshtein'
import { checkMembers, InvalidInputError, readAt } from '../../input/index.js'
import { operations } from '../../spec/index.js'
import type { JournalRecord } from './journal-entry.js'
import { parseInstant } from '../instant.js'
import type { Id } from '../scenario/document.js'

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
export function createJournalTest(filter: JournalFilter): (record: JournalRecord) => boolean {
  const { operation, status, orderId, since, limit } = filter
  checkMembers(filter, MEMBERS, 'filter')
  if (operation !== undefined && isMisspelt(operation)) {
    throw wrong('operation', `there is no operation "${operation}". Known: ${OPERATIONS.join(', ')}`)
  }
  if (status !== undefined && !Number.isInteger(status)) throw wrong('status', `${String(status)} is no status`)
  if (limit !== undefined && !(Number.isInteger(limit) && limit >= 1)) throw wrong('limit', `${limit} is not 1 or more`)
  const id = orderId === undefined ? undefined : String(orderId)
  const isSince = sinceTest(since)
  return (record) =>
    (operation === undefined || record.operation === operation) &&
    (status === undefined || record.status === status) &&
    (id === undefined || record.orderId === id) &&
    isSince(record)
}

/** Names of further operations are not known here; one that is nearly right is a mistake all the same. */
function isMisspelt(operation: string): boolean {
  const apart = distance(operation, closest(operation, OPERATIONS))
  return apart > 0 && apart <= 2
}

function sinceTest(since: string | undefined): (record: JournalRecord) => boolean {
  if (since === undefined) return () => true
  if (/^\d+$/.test(since)) return ({ id }) => id > Number(since)
  const start = readAt(['since'], () => parseInstant(since))
  return ({ atMs }) => atMs >= start
}

function wrong(member: string, message: string): InvalidInputError {
  return new InvalidInputError([{ path: [member], message }])
}
