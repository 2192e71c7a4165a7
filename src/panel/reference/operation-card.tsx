import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { segmentOf } from '../../spec/index.js'
import { Button, CodeBox } from '../parts/buttons.js'
import { Field } from '../parts/field.js'
import { Facts, HttpStatus } from '../parts/view.js'
import { clientLines, codesOf, headersOf, literal, type SentRequest } from '../parts/formats.js'
import { LeftOpen, Line, Parts, Prose, readable } from './parts.js'
import type { Reference, ReferenceOperation } from './reference.js'

type OperationCardProps = Pick<Reference, 'assumptions' | 'base'> &
  Readonly<{ operation: ReferenceOperation; isControl: boolean; secret: string; onSecret: (secret: string) => void }>

export function OperationCard(props: OperationCardProps) {
  const { id, method, path, summary, text, badges, dates, parameters, body, responses } = props.operation
  return (
    <article class="operation beside-examples" id={id} aria-labelledby={`${id}-title`}>
      <div>
        <h2 id={`${id}-title`}>{summary}</h2>
        <p class="request-line">
          <b class={`method ${method.toLowerCase()}`}>{method}</b> {path} <span class="hint">{id}</span>
        </p>
        <Stability badges={badges} dates={dates} />
        <Prose text={text} />
        {parameters.length > 0 && <h3>Parameters</h3>}
        <Parts parts={parameters} />
        {body !== undefined && <h3>Body</h3>}
        <p class="type">
          <Line text={body?.[0]?.type ?? ''} />
        </p>
        <h3>Responses</h3>
        <Parts kind="responses" parts={responses} />
        {props.assumptions.length > 0 && (
          <>
            <h3>
              <a href="#assumptions">Left open</a>
            </h3>
            <LeftOpen operation={id} assumptions={props.assumptions} />
          </>
        )}
      </div>
      <Examples {...props} />
    </article>
  )
}

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

type Values = Readonly<Record<string, string>>

/** The label of the field for the body, among those for the parameters. */
const BODY = 'Body (JSON)'

function Examples({ operation, base, isControl, secret, onSecret }: OperationCardProps) {
  const { id, parameters, body, responses, canBeTried } = operation
  const [values, setValues] = useState<Values>(() =>
    Object.fromEntries([
      ...parameters.map(({ name, example = '' }) => [name, example]),
      ...(body ?? []).map(({ example = '' }) => [BODY, example]),
    ]),
  )
  const request = requestOf(operation, values, secret)
  const ids = parameters.map(({ name }) => literal(values[name] ?? '')).join(', ')
  const client = clientLines({ baseUrl: location.origin + base, apiKey: secret }, `${id}(${ids})`)
  const examples = responses.map(({ name, contents: [{ example = 'No example' } = { example: 'No body' }] = [] }) => [
    name,
    readable(example),
  ])
  return (
    <div class="examples">
      <CodeBox what={`request for ${id}`} codes={{ ...codesOf(request), ...(!isControl && { client }) }}>
        {canBeTried ? (
          <TryIt request={request}>
            {Object.entries(values).map(([name, value]) => (
              <Field key={name} label={name} value={value} onInput={(to) => setValues({ ...values, [name]: to })} />
            ))}
            <Field label={isControl ? 'Control token' : 'API key'} value={secret} onInput={onSecret} />
          </TryIt>
        ) : (
          <p class="hint">“Try it” is disabled for this operation (x-hideTryItPanel).</p>
        )}
      </CodeBox>
      <CodeBox what="example" codes={Object.fromEntries(examples)} />
    </div>
  )
}

type TryItProps = Readonly<{ request: ReturnType<typeof requestOf>; children: ComponentChildren }>

function TryIt({ request, children }: TryItProps) {
  const [answer, setAnswer] = useState<ComponentChildren>()
  const latest = useRef<unknown>(undefined)
  const send = async (): Promise<void> => {
    latest.current = request
    if (request.mistake !== undefined) return setAnswer(<p class="error">{request.mistake}</p>)
    setAnswer(<p class="hint">Waiting for the response…</p>)
    const given = await answerTo(request)
    // The response to an earlier request may come later.
    if (latest.current === request) setAnswer(given)
  }
  return (
    <form class="lines in-line" onSubmit={() => void send()}>
      {children}
      <Button type="submit" class="main" words="Send" />
      <div role="status">{answer}</div>
    </form>
  )
}

/** The request with its path, and the query with the parameters that are filled in; or else why there is no such path. */
function requestOf({ method, path, parameters }: ReferenceOperation, values: Values, secret: string) {
  const content = values[BODY]?.trim() || undefined
  const headers = headersOf(secret || undefined, content && 'application/json')
  const url = location.origin + path
  const missing = parameters.find(({ name, place }) => place === 'path' && values[name] === '')
  const request = { method, url, headers, content, mistake: missing && `Enter ${missing.name}.` }
  const query = parameters.filter(({ name, place }) => place === 'query' && (values[name] ?? '') !== '')
  const search = new URLSearchParams(query.map(({ name }) => [name, values[name] ?? '']))
  try {
    const target = url.replaceAll(/\{(\w+)\}/g, (_, name: string) => segmentOf(values[name] || name))
    return { ...request, url: search.size === 0 ? target : `${target}?${search}` }
  } catch (error) {
    return { ...request, mistake: (error as Error).message }
  }
}

async function answerTo({ method, url, headers, content }: SentRequest) {
  try {
    const response = await fetch(url, { method, headers, body: content ?? null, cache: 'no-store' })
    const body = readable(await response.text())
    return (
      <>
        <h3>
          Response <HttpStatus status={response.status} /> {response.statusText}
        </h3>
        {body === '' ? <p class="hint">No body</p> : <CodeBox what="body" codes={{ Response: body }} />}
        <Facts rows={[...response.headers]} />
      </>
    )
  } catch (error) {
    return <p class="line failure">There was no response: {(error as Error).message}.</p>
  }
}
