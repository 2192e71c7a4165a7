import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onInput: (value: string) => void
  readonly hint?: string
  /** What is wrong with the value, in words. */
  readonly error?: string | undefined
  readonly type?: 'text' | 'search' | 'password'
  readonly placeholder?: string
  readonly isRequired?: boolean
}

/** A line of text with its label above it. */
export function Field({ label, value, onInput, hint, error, type = 'text', ...rest }: FieldProps): ComponentChildren {
  const id = useId()
  const { placeholder, isRequired = false } = rest
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        {...inputOf(type)}
        value={value}
        placeholder={placeholder}
        required={isRequired}
        autocomplete="off"
        spellcheck={false}
        aria-invalid={error !== undefined}
        aria-describedby={hint === undefined && error === undefined ? undefined : `${id}-hint`}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      {(error ?? hint) !== undefined && (
        <p class={error === undefined ? 'hint' : 'error'} id={`${id}-hint`}>
          {error ?? hint}
        </p>
      )}
    </div>
  )
}

/** Preact's types want to know one kind of input at a time; these three take the same attributes. */
function inputOf(type: NonNullable<FieldProps['type']>): { readonly type: 'text' } {
  return { type } as { readonly type: 'text' }
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  /** What can be chosen: its value and its words. */
  readonly options: readonly (readonly [value: string, words: string])[]
}

/** One of a few things, with a label above it. */
export function Choice({ label, value, onChange, options }: ChoiceProps): ComponentChildren {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {options.map(([each, words]) => (
          <option key={each} value={each} selected={each === value}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}
