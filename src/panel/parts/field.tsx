import { useId } from 'preact/hooks'
import { Icon } from './icon.js'

export interface FieldProps {
  readonly label: string
  readonly value: string
  readonly onInput: (value: string) => void
  readonly options?: readonly (readonly [value: string, words: string])[]
  readonly hint?: string
  readonly error?: string | undefined
  readonly type?: 'text' | 'search' | 'password' | 'datetime-local'
  readonly placeholder?: string
  readonly isRequired?: boolean
}

export function Field({ label, value, onInput, options, hint, error, type = 'text', ...rest }: FieldProps) {
  const id = useId()
  const remark = error ?? hint
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {type === 'search' && <Icon name="search" />}
      {options === undefined ? (
        <input
          id={id}
          // Preact's types want one kind of input at a time; these take the same attributes.
          {...({ type } as { type: 'text' })}
          value={value}
          // The label of a search in a toolbar is heard only.
          placeholder={rest.placeholder ?? (type === 'search' ? label : undefined)}
          step={type === 'datetime-local' ? 1 : undefined}
          required={rest.isRequired ?? false}
          autocomplete="off"
          spellcheck={false}
          aria-invalid={error !== undefined}
          aria-describedby={remark && `${id}-remark`}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      ) : (
        <select id={id} value={value} onChange={({ currentTarget }) => onInput(currentTarget.value)}>
          {options.map(([each, words]) => (
            <option key={each} value={each}>
              {words}
            </option>
          ))}
        </select>
      )}
      {remark && (
        <p class={error === undefined ? 'hint' : 'error'} id={`${id}-remark`}>
          {remark}
        </p>
      )}
    </div>
  )
}
