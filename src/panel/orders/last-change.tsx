import type { ComponentChildren } from 'preact'
import { usePanelState } from '../state/panel-model.js'

const DEEDS = {
  added: 'was added',
  replaced: 'was edited',
  cancelled: 'was cancelled',
  shipped: 'has shipped',
  removed: 'was deleted',
} as const

/** Says what changed a moment ago: the row may be far away, or gone. */
export function LastChange(): ComponentChildren {
  const { changes, notice } = usePanelState()
  const told = [...changes]
  const [id, last] = told.at(-1) ?? []
  const others = told.length > 1 ? `, and ${told.length - 1} more changed` : ''
  return (
    <p class="last-change" role="status">
      {/* What was done here is said beside its Undo. */}
      {last !== undefined && notice === undefined && `Order ${id} ${DEEDS[last.change]}${others}.`}
    </p>
  )
}
