import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface MenuProps {
  readonly name: string
  /** Of what is opened. */
  readonly class?: string
  readonly children: ComponentChildren
}

/** Actions for which a narrow window has no room: there a button opens them, in a wide one they stand in line. */
export function Menu({ name, children, ...rest }: MenuProps) {
  const id = useId()
  return (
    <>
      <button
        type="button"
        class="quiet more"
        popovertarget={id}
        aria-label={name}
        title={name}
        tabIndex={rest.class === undefined ? 0 : -1}
      >
        ⋯
      </button>
      <div
        id={id}
        popover="auto"
        class={`menu ${rest.class ?? ''}`}
        onClick={({ currentTarget }) => currentTarget.hidePopover()}
      >
        {children}
      </div>
    </>
  )
}
