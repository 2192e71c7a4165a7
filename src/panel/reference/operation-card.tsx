import type { ComponentChildren } from 'preact'
import { CodeBox } from '../parts/code-box.js'
import { showDay, showDistance } from '../parts/times.js'
import { stringifyJson } from '../../spec/index.js'
import type { Content, DescribedOperation, Description, Parameter, ResponsePart } from './description.js'
import { follow } from './description.js'
import { Code, Prose, SchemaText } from './schema-text.js'

interface OperationCardProps {
  readonly operation: DescribedOperation
  readonly description: Description
  /** What follows the description: a panel to try it. */
  readonly children?: ComponentChildren
}

/** One operation: what it does, what it takes and what it answers. */
export function OperationCard({ operation, description, children }: OperationCardProps): ComponentChildren {
  const { operationId, method, path, summary = operationId, parameters, body, responses } = operation
  return (
    <article class="card operation" id={operationId} aria-labelledby={`${operationId}-title`}>
      <h2 id={`${operationId}-title`}>{summary}</h2>
      <p class="request-line">
        <b class={`method ${method.toLowerCase()}`}>{method}</b> {path} <span class="hint">{operationId}</span>
      </p>
      <Markers of={operation} />
      {operation.description !== undefined && <Prose text={operation.description} />}
      {parameters.length > 0 && <h3>Parameters</h3>}
      {parameters.length > 0 && <Parameters parameters={parameters} />}
      {body !== undefined && <h3>Body</h3>}
      {body !== undefined && <Contents content={body} />}
      <h3>Responses</h3>
      <dl class="members responses">
        {responses.map(([status, response]) => (
          <ResponseItem key={status} status={status} response={response} description={description} />
        ))}
      </dl>
      {children}
    </article>
  )
}

/** How stable an operation is, and for how long it will be there. */
function Markers({ of: operation }: { readonly of: DescribedOperation }): ComponentChildren {
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

function Parameters({ parameters }: { readonly parameters: readonly Parameter[] }): ComponentChildren {
  return (
    <dl class="members">
      {parameters.map(({ name, in: place, required, schema, description }) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
            <span class="hint">
              {' '}
              in the {place}
              {required === true && ', required'}
            </span>
          </dt>
          <dd>
            {schema !== undefined && (
              <span class="type">
                <SchemaText schema={schema} />
              </span>
            )}
            {description !== undefined && <Prose text={description} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface ResponseItemProps {
  readonly status: string
  readonly response: ResponsePart
  readonly description: Description
}

function ResponseItem({ status, response, description }: ResponseItemProps): ComponentChildren {
  const headers = Object.entries(response.headers ?? {})
  return (
    <div>
      <dt>
        <span class={`badge ${status < '300' ? 'fine' : 'refused'}`}>{status}</span>
      </dt>
      <dd>
        <Prose text={response.description} />
        {headers.map(([name, header]) => (
          <p key={name} class="header">
            <code>{name}</code> <Code text={follow(description, header).description ?? ''} />
          </p>
        ))}
        {response.content === undefined ? (
          <p class="hint">No body is described.</p>
        ) : (
          <Contents content={response.content} what={`Example of ${status}`} />
        )}
      </dd>
    </div>
  )
}

function Contents({
  content,
  what = 'Example',
}: {
  readonly content: Content
  readonly what?: string
}): ComponentChildren {
  return Object.entries(content).map(([mediaType, { schema = {}, example }]) => (
    <div key={mediaType}>
      <p class="type">
        {mediaType === '*/*' ? 'or any other media type' : mediaType}
        {Object.keys(schema).length > 0 && (
          <>
            : <SchemaText schema={schema} />
          </>
        )}
      </p>
      {example !== undefined && mediaType !== '*/*' && <CodeBox code={stringifyJson(example, 2)} what={what} />}
    </div>
  ))
}
