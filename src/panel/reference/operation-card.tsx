import type { ComponentChildren } from 'preact'
import { stringifyJson } from '../../spec/index.js'
import { CodeBox } from '../parts/code-box.js'
import { HttpStatus } from '../parts/view.js'
import { showDay, showDistance } from '../parts/words.js'
import { type Content, type Description, exampleOf, type Operation } from './description.js'
import { Code, Members, Prose, SchemaText } from './schema-text.js'

interface OperationCardProps {
  readonly operation: Operation
  readonly description: Description
  /** What follows the description: a panel to try it. */
  readonly children?: ComponentChildren
}

/** One operation: what it does, what it takes and what it answers. */
export function OperationCard({ operation, description, children }: OperationCardProps) {
  const { operationId, method, path, summary = operationId, parameters, requestBody } = operation
  return (
    <article class="card operation" id={operationId} aria-labelledby={`${operationId}-title`}>
      <h2 id={`${operationId}-title`}>{summary}</h2>
      <p class="request-line">
        <b class={`method ${method.toLowerCase()}`}>{method}</b> {path} <span class="hint">{operationId}</span>
      </p>
      <Markers of={operation} />
      <Prose text={operation.description} />
      {parameters.length > 0 && (
        <>
          <h3>Parameters</h3>
          <Members
            rows={parameters.map(({ name, in: place, required, schema, description: text }) => ({
              term: <code>{name}</code>,
              remark: `in the ${place}${required === true ? ', required' : ''}`,
              schema,
              text,
            }))}
          />
        </>
      )}
      {requestBody !== undefined && (
        <>
          <h3>Body</h3>
          <Contents content={requestBody.content} description={description} what="Example" />
        </>
      )}
      <h3>Responses</h3>
      <Responses of={operation} description={description} />
      {children}
    </article>
  )
}

/** How stable an operation is, and for how long it will be there. */
function Markers({ of: operation }: { readonly of: Operation }) {
  const { deprecated, 'x-stability': stability } = operation
  const since = Date.parse(operation['x-deprecated-since'] ?? '')
  const sunset = Date.parse(operation['x-deprecated-sunset'] ?? '')
  if (deprecated !== true && stability === undefined) return null
  return (
    <p class="markers">
      {stability !== undefined && <span class="badge pending">{stability}</span>}
      {deprecated === true && <span class="badge refused">deprecated</span>}
      {!Number.isNaN(since) && <span class="hint">since {showDay(since)}</span>}
      {!Number.isNaN(sunset) && (
        <span>
          Sunset on <b>{showDay(sunset)}</b> <span class="hint">({showDistance(sunset, Date.now())})</span>
        </span>
      )}
    </p>
  )
}

function Responses({ of: { responses }, description }: { readonly of: Operation; readonly description: Description }) {
  const rows = Object.entries(responses).map(([status, { description: text, headers = {}, content }]) => ({
    term: <HttpStatus status={Number(status)} />,
    text,
    more: (
      <>
        {Object.entries(headers).map(([name, header]) => (
          <p key={name}>
            <code>{name}</code> <Code text={header.description ?? ''} />
          </p>
        ))}
        {content === undefined ? (
          <p class="hint">No body is described.</p>
        ) : (
          <Contents content={content} description={description} what={`Example of ${status}`} status={status} />
        )}
      </>
    ),
  }))
  return <Members class="responses" rows={rows} />
}

interface ContentsProps {
  readonly content: Content
  readonly description: Description
  readonly what: string
  /** Of the response. */
  readonly status?: string
}

function Contents({ content, description, what, status }: ContentsProps) {
  return Object.entries(content).map(([mediaType, part]) => {
    if (mediaType === '*/*') return <p class="type">or any other media type</p>
    const { schema = {} } = part
    const example = exampleOf(part, description)
    return (
      <div key={mediaType}>
        <p class="type">
          {mediaType}
          {Object.keys(schema).length > 0 && (
            <>
              : <SchemaText schema={schema} />
            </>
          )}
        </p>
        {example !== undefined && !isOfOther(example, status) && (
          <CodeBox code={stringifyJson(example, 2)} what={what} />
        )}
      </div>
    )
  })
}

/** Whether it is an error of another status: all errors share one schema, whose example has one. */
function isOfOther(example: unknown, status: string | undefined): boolean {
  const { status: own } = Object(example) as { readonly status?: unknown }
  return typeof own === 'number' && status !== undefined && String(own) !== status
}
