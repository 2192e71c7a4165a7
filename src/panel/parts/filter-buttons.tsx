import type { ComponentChildren } from 'preact'

interface FilterButtonsProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly options: readonly { readonly value: Value; readonly words: string; readonly count?: number }[]
}

/** A row of buttons of which one is pressed. */
export function FilterButtons<Value extends string>(props: FilterButtonsProps<Value>): ComponentChildren {
  return (
    <div class="filters" role="group" aria-label={props.label}>
      {props.options.map(({ value, words, count }) => (
        <button key={value} type="button" aria-pressed={value === props.value} onClick={() => props.onChange(value)}>
          {words} {count !== undefined && <span class="count">{count.toLocaleString('en')}</span>}
        </button>
      ))}
    </div>
  )
}
