import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { CodeBox } from '../parts/buttons.js'
import { curlLine } from '../../shell/index.js'
import { segmentOf } from '../../spec/index.js'
import { Field } from '../parts/field.js'
import { Facts, HttpStatus } from '../parts/view.js'
import { Contents, LeftOpen, Parts, Prose, readable } from './parts.js'
import type { Reference, ReferenceOperation } from './reference.js'

interface OperationCardProps extends Pick<Reference, 'assumptions'> {
  readonly operation: ReferenceOperation
  /** The credential of a request: the words for it, and its value. */
  readonly secretLabel: string
  readonly secret: string
  readonly onSecret: (secret: string) => void
}

/** One operation: its purpose, its input, its responses; and a request to try it. */
export function OperationCard(props: OperationCardProps) {
  const { operation, secret, assumptions } = props
  const { id, method, path, summary, text, badges, dates, parameters, body, responses, canBeTried } = operation
  return (
    <article class="card operation" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{summary}</h2>
      <p class="request-line">
        <b class={`method ${method.toLowerCase()}`}>{method}</b> {path} <span class="hint">{id}</span>
      </p>
      <Stability badges={badges} dates={dates} />
      <Prose text={text} />
      <CodeBox text={commandOf(operation, secret)} what={`command for ${id}`} />
      {parameters.length > 0 && <h3>Parameters</h3>}
      <Parts parts={parameters} />
      {body !== undefined && (
        <>
          <h3>Body</h3>
          <Contents contents={body} what="Example" />
        </>
      )}
      <h3>Responses</h3>
      <Parts kind="responses" parts={responses} />
      {assumptions.length > 0 && (
        <>
          <h3>
            <a href="#assumptions">Left open</a>
          </h3>
          <LeftOpen operation={id} assumptions={assumptions} />
        </>
      )}
      {canBeTried ? (
        <TryIt {...props} />
      ) : (
        <p class="note">“Try it” is disabled for this operation (x-hideTryItPanel).</p>
      )}
    </article>
  )
}

/** How stable the operation is, and until when it is there. */
function Stability({ badges, dates }: Pick<ReferenceOperation, 'badges' | 'dates'>) {
  if (badges.length === 0) return null
  return (
    <p class="lines markers">
      {badges.map((each) => (
        <span key={each} class="badge pending">
          {each}
        </span>
      ))}
      {dates}
    </p>
  )
}

/** A request with the examples of the description. */
function commandOf(operation: ReferenceOperation, secret: string): string {
  const { method, parameters, body } = operation
  const url =
    location.origin +
    targetOf(operation, Object.fromEntries(parameters.map(({ name, example = name }) => [name, example])))
  const content = body?.[0]
  return curlLine({
    method,
    url,
    headers: {
      ...(secret !== '' && { Authorization: `Bearer ${secret}` }),
      ...(content !== undefined && { 'Content-Type': content.type.replace(/:.*/, '') }),
    },
    content: content?.example,
  })
}

function TryIt({ operation, secretLabel, secret, onSecret }: OperationCardProps) {
  const { method, parameters, body } = operation
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(parameters.map(({ name, example = '' }) => [name, example])),
  )
  const [json, setJson] = useState(body?.[0]?.example ?? '')
  const [answer, setAnswer] = useState<ComponentChildren>()
  const send = async (event: Event): Promise<void> => {
    event.preventDefault()
    const headers: Record<string, string> = secret === '' ? {} : { authorization: `Bearer ${secret}` }
    const init = { method, headers, ...(body !== undefined && json.trim() !== '' && { body: json }) }
    setAnswer(await answerTo(() => targetOf(operation, values), init))
  }
  return (
    <section class="try-it">
      <h3>Try it</h3>
      <form class="lines in-line" onSubmit={(event) => void send(event)}>
        {parameters.map(({ name, place }) => (
          <Field
            key={name}
            label={name}
            value={values[name] ?? ''}
            onInput={(value) => setValues({ ...values, [name]: value })}
            isRequired={place === 'path'}
          />
        ))}
        {body !== undefined && <Field label="Body (JSON)" value={json} onInput={setJson} />}
        <Field label={secretLabel} value={secret} onInput={onSecret} />
        <button type="submit" class="main">
          Send
        </button>
      </form>
      <div role="status">{answer}</div>
    </section>
  )
}

/** The path with its parameters, and the query with those that are filled in. */
function targetOf({ path, parameters }: ReferenceOperation, values: Readonly<Record<string, string>>): string {
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segmentOf(values[name] ?? ''))
  const query = parameters.filter(({ name, place }) => place === 'query' && (values[name] ?? '') !== '')
  const search = new URLSearchParams(query.map(({ name }) => [name, values[name] ?? '']))
  return search.size === 0 ? target : `${target}?${search}`
}

/** The response to a request, or why there is none. */
async function answerTo(path: () => string, init: RequestInit) {
  try {
    const response = await fetch(path(), { ...init, cache: 'no-store' })
    const body = readable(await response.text())
    return (
      <>
        <h3>Response</h3>
        <p>
          <HttpStatus status={response.status} /> {response.statusText}
        </p>
        <Facts rows={[...response.headers]} />
        {body === '' ? <p class="hint">No body</p> : <CodeBox text={body} what="Response body" />}
      </>
    )
  } catch (error) {
    return <p class="line failure">There was no response: {(error as Error).message}.</p>
  }
}
