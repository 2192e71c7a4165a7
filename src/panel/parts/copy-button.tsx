import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

interface CopyButtonProps {
  readonly text: string
  /** What is copied, for who does not see what stands beside the button. */
  readonly what: string
  readonly label?: string
}

/** Copies a text, and says that it has. */
export function CopyButton({ text, what, label = 'Copy' }: CopyButtonProps): ComponentChildren {
  const [outcome, setOutcome] = useState('')
  const copy = async (): Promise<void> => {
    setOutcome((await putOnClipboard(text)) ? 'Copied' : 'Not allowed')
    setTimeout(() => setOutcome(''), 1500)
  }
  return (
    <button type="button" class="quiet copy" aria-label={`${label} ${what}`} onClick={() => void copy()}>
      {outcome === '' ? label : outcome}
      <span class="unseen" role="status">
        {outcome === '' ? '' : `${outcome}: ${what}`}
      </span>
    </button>
  )
}

/**
 * Whether the text is on the clipboard now. A page that does not come from this machine has no clipboard of its own: there the old way still works.
 */
export async function putOnClipboard(text: string): Promise<boolean> {
  if (navigator.clipboard !== undefined) {
    return await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
  }
  const area = document.createElement('textarea')
  area.value = text
  // What lies beside an open dialog cannot be selected.
  const place = document.activeElement?.closest('dialog') ?? document.body
  place.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  return isCopied
}
