import type { ComponentChildren } from 'preact'
import type { RequestEntry } from '../../control-client/index.js'
import { HttpStatus } from '../parts/status-badge.js'
import { showSpan } from '../parts/times.js'
import { useIsNarrow } from '../parts/use-is-narrow.js'
import { type RowPlace, VirtualRows } from '../parts/virtual-rows.js'

interface RequestTableProps {
  readonly requests: readonly RequestEntry[]
  /** The one whose details are shown. */
  readonly openedId: number | undefined
  readonly onOpen: (request: RequestEntry) => void
}

/** The heads of the columns, with their classes. */
const HEADS = { Time: '', Request: '', Status: '', Took: 'number', Why: 'why' } as const
const NEW_MS = 3000

export function RequestTable({ requests, openedId, onOpen }: RequestTableProps): ComponentChildren {
  const isNarrow = useIsNarrow()
  return (
    <div class="table requests" role="table" aria-label="Requests" aria-rowcount={requests.length + 1}>
      <div class="head-group" role="rowgroup">
        <div class="row head" role="row" aria-rowindex={1}>
          {Object.entries(HEADS).map(([words, name]) => (
            <span key={words} class={`cell ${name}`} role="columnheader">
              {words}
            </span>
          ))}
        </div>
      </div>
      <VirtualRows rows={requests} rowHeight={isNarrow ? 92 : 44}>
        {(request, place) => (
          <RequestRow
            key={request.id}
            request={request}
            place={place}
            isOpened={request.id === openedId}
            onOpen={onOpen}
          />
        )}
      </VirtualRows>
    </div>
  )
}

interface RequestRowProps extends Pick<RequestTableProps, 'onOpen'> {
  readonly request: RequestEntry
  readonly place: RowPlace
  readonly isOpened: boolean
}

function RequestRow({ request, place, isOpened, onOpen }: RequestRowProps): ComponentChildren {
  const { id, at, method, path, status, durationMs, reason, fault, violations } = request
  const isNew = Date.now() - Date.parse(at) < NEW_MS
  return (
    <div
      class={`row request ${isNew ? 'changed' : ''} ${isOpened ? 'opened' : ''}`}
      role="row"
      aria-rowindex={place.rowIndex}
      style={place.style}
    >
      <span class="cell time" role="cell">
        {at.slice(11, 19)}
      </span>
      <span class="cell target" role="cell">
        <button
          type="button"
          class="opens"
          data-request={id}
          aria-expanded={isOpened}
          aria-label={`Request ${id}: ${method} ${path}`}
          onClick={() => onOpen(request)}
        >
          <b>{method}</b> {path}
        </button>
      </span>
      <span class="cell status" role="cell">
        <HttpStatus status={status} />
      </span>
      <span class="cell number took" role="cell">
        {showSpan(durationMs)}
      </span>
      <span class="cell why" role="cell">
        {fault !== undefined && <span class="badge fault">{fault}</span>}
        {violations !== undefined && <span class="badge failed">breaks the contract</span>}
        <span class="clipped">{reason}</span>
      </span>
    </div>
  )
}
