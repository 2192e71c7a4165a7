import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { closeDialog } from '../state/panel-state.js'
import { Button } from './buttons.js'
import { Failure } from './view.js'

type DialogProps = Readonly<{ title: string; class?: string; children?: ComponentChildren }>

/** Escape, its button and a click beside it close it; if its form was edited, a click beside it and Escape ask first. */
export function Dialog({ title, children, ...rest }: DialogProps) {
  const element = useModalDialog()
  const titleId = useId()
  const [isAsking, setIsAsking] = useState(false)
  const asks = (event: Event): boolean => {
    const isEdited = element.current?.querySelector('[data-edited=true]') != null
    if (isEdited) event.preventDefault()
    setIsAsking(isEdited)
    return isEdited
  }
  return (
    <dialog
      {...rest}
      ref={element}
      aria-labelledby={titleId}
      // Not on `cancel`: the browser lets a page prevent the first one alone.
      onKeyDown={(event) => event.key === 'Escape' && asks(event)}
      onMouseDown={(event) => event.target === element.current && !asks(event) && closeDialog()}
      onClose={() => element.current !== null && closeDialog()}
    >
      <div class="dialog-content">
        <header class="line dialog-title">
          <h2 id={titleId}>{title}</h2>
          <Button class="quiet" onClick={() => closeDialog()} words="Close" />
        </header>
        {children}
        <Failure />
        {isAsking && (
          <div class="line failure" role="alert">
            <p>Discard your changes?</p>
            <Button class="quiet" onClick={() => closeDialog()} words="Discard" />
            <Button class="quiet" onClick={() => setIsAsking(false)} words="Keep editing" />
          </div>
        )}
      </div>
    </dialog>
  )
}

function useModalDialog() {
  const element = useRef<HTMLDialogElement>(null)
  // Before the next key: what is typed while the dialog is closed goes to the page behind it.
  useLayoutEffect(() => {
    const dialog = element.current
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('form :is(input, select)')?.focus()
    return () => dialog?.close()
  }, [])
  return element
}
