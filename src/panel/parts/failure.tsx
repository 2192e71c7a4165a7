import type { ComponentChildren } from 'preact'
import { Button } from './button.js'
import type { Action } from './use-action.js'

interface FailureProps {
  readonly of: Pick<Action, 'error' | 'dismiss'>
}

/** Says why an action failed, where it was asked for. */
export function Failure({ of: { error, dismiss } }: FailureProps): ComponentChildren {
  if (error === '') return null
  return (
    <div class="failure" role="alert">
      <p>{error}</p>
      <Button class="quiet" onClick={dismiss} words="Dismiss" />
    </div>
  )
}
