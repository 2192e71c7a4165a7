import { useState } from 'preact/hooks'
import { CodeBox } from '../parts/code-box.js'
import { Field } from '../parts/field.js'
import { Facts, HttpStatus } from '../parts/view.js'
import { readable } from './parts.js'
import type { Operation } from './reference.js'

interface TryItProps {
  readonly operation: Operation
  /** What the request is let in with: the words for it, and what it is. */
  readonly secretLabel: string
  readonly secret: string
  readonly onSecret: (secret: string) => void
}

type Answered = readonly [response: Response, body: string]

/** Sends a request to the mock, and shows what it answers. */
export function TryIt({ operation, secretLabel, secret, onSecret }: TryItProps) {
  const { method, parameters, body } = operation
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(parameters.map(({ name, example = '' }) => [name, example])),
  )
  const [json, setJson] = useState(body?.[0]?.example ?? '')
  const [answered, setAnswered] = useState<Answered | string>()
  const send = async (event: Event): Promise<void> => {
    event.preventDefault()
    const headers: Record<string, string> = secret === '' ? {} : { authorization: `Bearer ${secret}` }
    const init = { method, headers, ...(body !== undefined && json.trim() !== '' && { body: json }) }
    setAnswered(await ask(targetOf(operation, values), init))
  }
  return (
    <section class="try-it">
      <h3>Try it</h3>
      <form class="in-line" onSubmit={(event) => void send(event)}>
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
      <div role="status">
        {typeof answered === 'string' && <p class="failure">{answered}</p>}
        {typeof answered === 'object' && <Answer response={answered[0]} body={answered[1]} />}
      </div>
    </section>
  )
}

function Answer({ response, body }: { readonly response: Response; readonly body: string }) {
  return (
    <>
      <h3>Response</h3>
      <p>
        <HttpStatus status={response.status} /> {response.statusText}
      </p>
      <Facts rows={[...response.headers]} />
      {body === '' ? <p class="hint">No body</p> : <CodeBox code={body} what="Response body" />}
    </>
  )
}

/** The path with its parameters, and the query with those that are filled in. */
function targetOf({ path, parameters }: Operation, values: Readonly<Record<string, string>>): string {
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  const query = parameters.filter(({ name, place }) => place === 'query' && (values[name] ?? '') !== '')
  const search = new URLSearchParams(query.map(({ name }) => [name, values[name] ?? '']))
  return search.size === 0 ? target : `${target}?${search}`
}

/** @returns the answer, or in words why there is none */
async function ask(path: string, init: RequestInit): Promise<Answered | string> {
  try {
    const response = await fetch(path, { ...init, cache: 'no-store' })
    return [response, readable(await response.text())]
  } catch (error) {
    return `There was no answer: ${(error as Error).message}.`
  }
}
