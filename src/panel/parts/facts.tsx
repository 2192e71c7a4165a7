import type { ComponentChildren } from 'preact'

interface FactsProps {
  /** What is `undefined` is left out. */
  readonly rows: readonly (readonly [name: string, value: ComponentChildren])[]
}

/** Names and what is known of them. */
export function Facts({ rows }: FactsProps): ComponentChildren {
  return (
    <dl class="facts">
      {rows
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
