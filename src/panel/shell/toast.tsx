import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Button } from '../parts/button.js'
import { useAction } from '../parts/use-action.js'
import { Failure } from '../parts/failure.js'
import { undo } from '../state/history.js'
import { useModel, usePanelState } from '../state/panel-model.js'

const SHOWN_MS = 10_000

/** Says what was done, and takes it back. */
export function Toast(): ComponentChildren {
  const model = useModel()
  const { notice } = usePanelState()
  const action = useAction()
  const takeBack = (): void => void action.run(() => undo(model))
  useEffect(() => {
    if (notice === undefined) return undefined
    const timer = setTimeout(() => model.update({ notice: undefined }), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [model, notice])
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === 'z'
      if (!isUndo || isTyping() || document.querySelector('dialog') !== null) return
      event.preventDefault()
      takeBack()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
  return (
    <div class="toasts">
      <div role="status">{notice !== undefined && <p class="toast">{notice.words}</p>}</div>
      {notice !== undefined && notice.changes.length > 0 && (
        <Button class="main" aria-keyshortcuts="Control+Z" onClick={takeBack} words="Undo" />
      )}
      <Failure of={action} />
    </div>
  )
}

/** Whether keys belong to a field of text. */
export function isTyping(): boolean {
  const element = document.activeElement
  if (element instanceof HTMLInputElement) return element.type !== 'checkbox'
  return element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement
}
