import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'

interface DialogProps {
  readonly title: string
  /** A drawer stands at the side and is as high as the window. */
  readonly kind?: 'box' | 'drawer'
  readonly onClose: () => void
  readonly children: ComponentChildren
}

/** A modal dialog; Escape, its button and a click beside it close it. */
export function Dialog({ title, kind = 'box', onClose, children }: DialogProps): ComponentChildren {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Before the next key: what is typed while the dialog is closed goes to the page behind it.
  useLayoutEffect(() => element.current?.showModal(), [])
  const closeBeside = (event: MouseEvent): void => {
    if (event.target === element.current) onClose()
  }
  return (
    <dialog ref={element} class={kind} aria-labelledby={titleId} onClose={onClose} onMouseDown={closeBeside}>
      <div class="dialog-content">
        <header class="dialog-title">
          <h2 id={titleId}>{title}</h2>
          <button type="button" class="quiet" onClick={onClose}>
            Close
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
