import type { ComponentChildren } from 'preact'
import { CopyButton } from './copy-button.js'

interface CodeBoxProps {
  readonly code: string
  /** What it is, such as `curl line`. */
  readonly what: string
}

/** Code to read and to copy. */
export function CodeBox({ code, what }: CodeBoxProps): ComponentChildren {
  return (
    <div class="code-box">
      <pre tabIndex={0} role="group" aria-label={what}>
        <code>{code}</code>
      </pre>
      <CopyButton text={code} what={what} />
    </div>
  )
}
