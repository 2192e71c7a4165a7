import { useEffect } from 'preact/hooks'
import { Button } from '../parts/buttons.js'
import { Failure } from '../parts/view.js'
import { useModel } from '../state/panel-model.js'

const SHOWN_MS = 10_000

/** Says what was done, and takes it back; or why it failed. */
export function Toast() {
  const model = useModel()
  const { notice } = model.state
  useEffect(() => {
    if (notice === undefined) return undefined
    const timer = setTimeout(() => model.update({ notice: undefined }), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [model, notice])
  return (
    <div class="toasts">
      <div role="status">{notice !== undefined && <p class="toast">{notice.words}</p>}</div>
      {notice !== undefined && notice.changes.length > 0 && (
        <Button class="main" onClick={() => void model.undo()} words="Undo" />
      )}
      <Failure />
    </div>
  )
}
