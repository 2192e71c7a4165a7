import { useId } from 'preact/hooks'

interface LabelledProps {
  readonly label: string
  readonly value: string
  readonly onInput: (value: string) => void
}

interface FieldProps extends LabelledProps {
  readonly hint?: string | undefined
  /** What is wrong with the value, in words. */
  readonly error?: string | undefined
  readonly type?: 'text' | 'search' | 'password'
  readonly placeholder?: string
  readonly isRequired?: boolean
}

/** A line of text with its label above it. */
export function Field({ label, value, onInput, hint, error, type = 'text', placeholder, ...rest }: FieldProps) {
  const id = useId()
  const remark = error ?? hint
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        // Preact's types want one kind of input at a time; these take the same attributes.
        {...({ type } as { type: 'text' })}
        value={value}
        placeholder={placeholder}
        required={rest.isRequired ?? false}
        autocomplete="off"
        spellcheck={false}
        aria-invalid={error !== undefined}
        aria-describedby={remark && `${id}-remark`}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      {remark && (
        <p class={error === undefined ? 'hint' : 'error'} id={`${id}-remark`}>
          {remark}
        </p>
      )}
    </div>
  )
}

interface ChoiceProps extends LabelledProps {
  readonly options: readonly (readonly [value: string, words: string])[]
}

/** One of a few things, with a label above it. */
export function Choice({ label, value, onInput, options }: ChoiceProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={({ currentTarget }) => onInput(currentTarget.value)}>
        {options.map(([each, words]) => (
          <option key={each} value={each} selected={each === value}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}
