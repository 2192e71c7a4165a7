import { type ComponentChildren, type FunctionComponent, h } from 'preact'
import { useEffect, useId, useState } from 'preact/hooks'
import { state, update } from '../state/panel-state.js'
import { Button, ActionButton } from './buttons.js'

/** The head stands beside the title, or at the end of the toolbar. */
type SectionProps = Readonly<{ title: string; id?: string; head?: ComponentChildren; children?: ComponentChildren }>

/** A view; its title, which its tab shows, takes the focus when what had it is removed. */
export function View({ title, head, tools, children }: SectionProps & { readonly tools?: ComponentChildren }) {
  return (
    <section class="view" aria-labelledby="view-title">
      <h1 id="view-title" class="unseen" tabIndex={-1}>
        {title}
      </h1>
      {(head ?? tools) !== undefined && (
        <div class="line toolbar">
          {tools}
          {head !== undefined && <div class="line toolbar-end">{head}</div>}
        </div>
      )}
      {children}
    </section>
  )
}

export function Card({ title, id, head, children }: SectionProps) {
  const titleId = useId()
  return (
    <section class="card" id={id} aria-labelledby={titleId}>
      <div class="lines card-head">
        <h2 id={titleId}>{title}</h2>
        {head}
      </div>
      {children}
    </section>
  )
}

/** What can be done with an item: the words of buttons, and what they do; without words there is none. */
type Actions = readonly (readonly [words: string | false, onClick: () => unknown])[]
type Hints = readonly ComponentChildren[]
type ItemProps = Readonly<{ title: ComponentChildren; hints?: Hints; actions?: Actions; about?: string }>

export function Item({ title, hints = [], actions = [], about = '' }: ItemProps) {
  return (
    <li class="lines item">
      <div class="lines item-words">
        <p>{title}</p>
        {hints.map((hint, index) => (
          <p key={index} class="hint">
            {hint}
          </p>
        ))}
      </div>
      <div class="line actions">
        {actions.map(
          ([words, onClick], index) =>
            // One whose words change keeps the focus.
            words && <ActionButton key={index} words={words} about={about} onClick={() => void onClick()} />,
        )}
      </div>
    </li>
  )
}

type EmptyProps = Readonly<{ title: string; level?: 'h1'; role?: 'alert' | 'status'; children?: ComponentChildren }>

export function Empty({ title, level, role, children }: EmptyProps) {
  const Heading = level ?? 'h2'
  return (
    <div class="empty" role={role}>
      <Heading tabIndex={-1}>{title}</Heading>
      {children}
    </div>
  )
}

export function NoMatch({ what, onClear }: { readonly what: string; readonly onClear: () => void }) {
  return (
    <Empty title={`No matching ${what}`}>
      <div class="lines buttons">
        <Button onClick={onClear} words="Clear filters" />
      </div>
    </Empty>
  )
}

type Fact = readonly [name: ComponentChildren, value: ComponentChildren]

/** Names and what is known of them; what is `undefined` is omitted. */
export function Facts({ rows, ...rest }: { readonly rows: readonly Fact[]; readonly class?: string }) {
  const known = rows.filter(([, value]) => value !== undefined)
  return (
    <dl class={`facts ${rest.class ?? ''}`}>
      {known.map(([name, value], index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

export function HttpStatus({ status, held }: { readonly status: number; readonly held?: boolean }) {
  if (held === true) return <span class="badge pending">held</span>
  if (status === 0) return <span class="badge failed">none</span>
  if (status < 300) return <span class="badge fine">{status}</span>
  return <span class={`badge ${status < 500 ? 'pending' : 'failed'}`}>{status}</span>
}

export function Failure() {
  const { failure } = state.value
  if (failure === undefined) return null
  return (
    <div class="line failure" role="alert">
      <p>{failure}</p>
      <Button class="quiet" onClick={() => update({ failure: undefined })} words="Dismiss" />
    </div>
  )
}

/** The mock's response, once it has come. It is asked again when `about` changes, and when the connection is back. */
export function useAnswer<Answer extends object | undefined>(ask: () => Promise<Answer>, about: readonly unknown[]) {
  const [answer, setAnswer] = useState<Answer>()
  useEffect(() => {
    // A response that comes late never overwrites one to a newer request.
    let isAsked = true
    ask()
      .then((given) => isAsked && setAnswer(given))
      .catch(() => {})
    return () => void (isAsked = false)
  }, [...about, state.value.connection === 'lost'])
  return answer
}

export function lazy<Props extends object>(load: () => Promise<readonly [FunctionComponent<Props>]>) {
  return function Lazy(props: Props) {
    const [component] = useAnswer(load, []) ?? []
    return component === undefined ? null : h(component, props)
  }
}
