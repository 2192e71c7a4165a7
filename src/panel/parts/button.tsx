import type { ComponentChildren, JSX } from 'preact'

type ButtonProps = { readonly words: string } & Omit<JSX.IntrinsicElements['button'], 'type' | 'children'>

/** A button that does something at once; those that submit a form are plain ones. */
export function Button({ words, ...rest }: ButtonProps): ComponentChildren {
  return (
    <button type="button" {...rest}>
      {words}
    </button>
  )
}
