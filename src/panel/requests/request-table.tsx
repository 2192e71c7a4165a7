import type { RequestEntry } from '../../control-client/index.js'
import { type Column, Table } from '../parts/table.js'
import { HttpStatus } from '../parts/view.js'
import { realNow } from '../state/panel-state.js'
import { showSpan } from '../state/words.js'

interface RequestTableProps {
  readonly requests: readonly RequestEntry[]
  readonly openedId: number | undefined
  readonly onOpen: (id: number) => void
}

const NEW_MS = 6000

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
    { class: 'status', head: 'Status', cell: HttpStatus },
    { class: 'target', head: 'Request', cell: target },
    { class: 'why', head: 'Reason', cell: why },
    { class: 'took', head: 'Duration', cell: ({ held, durationMs }) => (held ? '' : showSpan(durationMs)) },
  ]
  return (
    <Table
      name="Requests"
      columns={columns}
      rows={requests}
      keyOf={({ id }) => id}
      classOf={({ id, at }) =>
        `${realNow.value - Date.parse(at) < NEW_MS ? 'changed' : ''} ${id === openedId ? 'opened' : ''}`
      }
    />
  )
}

function why({ reason, fault, violations }: RequestEntry) {
  return (
    <>
      {fault !== undefined && <span class="badge fault">{fault}</span>}
      {violations !== undefined && <span class="badge failed">violates the contract</span>}
      <span class="clipped" title={reason}>
        {reason}
      </span>
    </>
  )
}
