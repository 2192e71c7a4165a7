import type { ComponentChildren } from 'preact'

interface ViewHeadProps {
  readonly title: string
  /** What can be done with all that the view shows. */
  readonly children?: ComponentChildren
}

/** The heading of a view, which takes the focus when what had it is gone. */
export function ViewHead({ title, children }: ViewHeadProps): ComponentChildren {
  return (
    <div class="view-head">
      <h1 id="view-title" tabIndex={-1}>
        {title}
      </h1>
      <span class="spacer" />
      {children}
    </div>
  )
}
