import type { RequestEntry } from '../../control-client/index.js'
import { type Column, Table } from '../parts/table.js'
import { HttpStatus } from '../parts/view.js'
import { showSpan } from '../state/words.js'

interface RequestTableProps {
  readonly requests: readonly RequestEntry[]
  readonly openedId: number | undefined
  readonly onOpen: (id: number) => void
}

const NEW_MS = 3000
const MAX_LINES = 6

export function RequestTable({ requests, openedId, onOpen }: RequestTableProps) {
  const target = ({ id, method, path }: RequestEntry) => (
    <button
      type="button"
      class="opens"
      data-request={id}
      aria-expanded={id === openedId}
      aria-label={`Request ${id}: ${method} ${path}`}
      onClick={() => onOpen(id)}
      // While details are shown, the arrows step through the list.
      onFocus={() => openedId !== undefined && onOpen(id)}
    >
      <b>{method}</b> {path}
    </button>
  )
  const columns: readonly Column<RequestEntry>[] = [
    { class: 'time', head: 'Time, UTC', cell: ({ at }) => at.slice(11, 19) },
    { class: 'status', head: 'Status', cell: ({ status }) => <HttpStatus status={status} /> },
    { class: 'target', head: 'Request', cell: target },
    { class: 'why', head: 'Reason', cell: why },
    { class: 'took', head: 'Duration', cell: ({ durationMs }) => showSpan(durationMs) },
  ]
  return (
    <Table
      name="Requests"
      columns={columns}
      rows={requests}
      keyOf={({ id }) => id}
      classOf={({ id, at }) =>
        `${Date.now() - Date.parse(at) < NEW_MS ? 'changed' : ''} ${id === openedId ? 'opened' : ''}`
      }
      style={heightsOf(requests, openedId !== undefined)}
    />
  )
}

/**
 * The heights of rows in narrow windows, where paths and reasons are shown whole.
 * @param isBeside whether the details of a request take a part of the window
 */
function heightsOf(requests: readonly RequestEntry[], isBeside: boolean): Readonly<Record<string, string>> {
  return {
    '--narrow-height': heightFor(requests, 30, 36),
    '--mid-height': isBeside ? heightFor(requests, 42, 52) : heightFor(requests, 90, 110),
  }
}

/** The height for the longest path and the longest reason, by the characters that fit on a line. */
function heightFor(requests: readonly RequestEntry[], pathChars: number, reasonChars: number): string {
  const path = Math.max(...requests.map(({ method, path: target }) => `${method} ${target}`.length))
  const reason = Math.max(...requests.map((request) => `${request.reason} ${request.fault ?? ''}`.length))
  const [one, other] = [path / pathChars, reason / reasonChars].map((lines) => Math.min(Math.ceil(lines), MAX_LINES))
  return `${12 + 18 * (one ?? 1) + 20 * (other ?? 1)}px`
}

function why({ reason, fault, violations }: RequestEntry) {
  return (
    <>
      {fault !== undefined && <span class="badge fault">{fault}</span>}
      {violations !== undefined && <span class="badge failed">violates the contract</span>}
      <span class="clipped">{reason}</span>
    </>
  )
}
