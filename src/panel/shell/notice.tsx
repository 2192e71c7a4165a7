import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../parts/buttons.js'
import { Failure } from '../parts/view.js'
import { state, undoLast, update } from '../state/panel-state.js'

const NOTICE_MS = 10_000

/** Says what was done, beside the Undo that is always there; or why it failed, or that the connection is lost. */
export function Notice() {
  const { connection, contents, failure, notice } = state.value
  const box = useLeaving()
  const isLost = connection === 'lost' && failure === ''
  return (
    <div class="notices">
      <Failure />
      {isLost && (
        <p class="failure" role="alert">
          Connection to the mock lost. The data shown may be out of date. Reconnecting automatically…
        </p>
      )}
      <div
        ref={box}
        class={`notice ${notice === undefined ? '' : 'said'} ${notice?.change === undefined ? '' : 'offers'}`}
      >
        <span role="status" title={notice?.words}>
          {notice?.words}
        </span>
        {contents !== undefined && (
          <Button
            class="quiet"
            title="Undo the latest change"
            aria-keyshortcuts="Control+Z"
            onClick={() => void undoLast()}
            words="Undo"
          />
        )}
      </div>
    </div>
  )
}

/** Takes the words away after a while, but not while somebody reads or uses them. */
function useLeaving() {
  const { notice } = state.value
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (notice === undefined) return undefined
    const leave = (): void => {
      if (box.current?.matches(':hover, :focus-within') !== true) update({ notice: undefined })
    }
    const timer = setInterval(leave, NOTICE_MS)
    return () => clearInterval(timer)
  }, [notice])
  return box
}
