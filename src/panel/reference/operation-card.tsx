import type { ComponentChildren } from 'preact'
import { Contents, Parts, Prose } from './parts.js'
import type { Operation } from './reference.js'

interface OperationCardProps {
  readonly operation: Operation
  /** What follows the description: a panel to try it. */
  readonly children?: ComponentChildren
}

/** One operation: what it does, what it takes and what it answers. */
export function OperationCard({ operation, children }: OperationCardProps) {
  const { id, method, path, summary, text, badges, dates, parameters, body, responses } = operation
  return (
    <article class="card operation" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{summary}</h2>
      <p class="request-line">
        <b class={`method ${method.toLowerCase()}`}>{method}</b> {path} <span class="hint">{id}</span>
      </p>
      {badges.length > 0 && (
        <p class="markers">
          {badges.map((each) => (
            <span key={each} class="badge pending">
              {each}
            </span>
          ))}
          {dates}
        </p>
      )}
      <Prose text={text} />
      {parameters.length > 0 && <h3>Parameters</h3>}
      <Parts parts={parameters} />
      {body !== undefined && (
        <>
          <h3>Body</h3>
          <Contents contents={body} what="Example" />
        </>
      )}
      <h3>Responses</h3>
      <Parts class="responses" parts={responses} />
      {children}
    </article>
  )
}
