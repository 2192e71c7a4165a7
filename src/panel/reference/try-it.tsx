import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Facts } from '../parts/facts.js'
import { parseJson, stringifyJson } from '../../spec/index.js'
import { CodeBox } from '../parts/code-box.js'
import { Field } from '../parts/field.js'
import { HttpStatus } from '../parts/status-badge.js'
import type { DescribedOperation } from './description.js'

interface TryItProps {
  readonly operation: DescribedOperation
  readonly apiKey: string
  readonly onApiKey: (apiKey: string) => void
}

interface Answered {
  readonly status: number
  readonly statusText: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: string
}

/** Sends a request to the mock, and shows what it answers. */
export function TryIt({ operation, apiKey, onApiKey }: TryItProps): ComponentChildren {
  const { method, path, parameters } = operation
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() =>
    Object.fromEntries(
      parameters.map(({ name, example }) => [name, example === undefined ? '' : stringifyJson(example)]),
    ),
  )
  const [answered, setAnswered] = useState<Answered | string>()
  const send = async (event: Event): Promise<void> => {
    event.preventDefault()
    const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
    setAnswered(await ask(method, target, apiKey))
  }
  return (
    <section class="try-it">
      <h3>Try it</h3>
      <form class="in-line" onSubmit={(event) => void send(event)}>
        {parameters.map(({ name }) => (
          <Field
            key={name}
            label={name}
            value={values[name] ?? ''}
            onInput={(value) => setValues({ ...values, [name]: value })}
            isRequired
          />
        ))}
        <Field label="API key" value={apiKey} onInput={onApiKey} />
        <button type="submit" class="main">
          Send
        </button>
      </form>
      <div role="status">{answered !== undefined && <Answer of={answered} />}</div>
    </section>
  )
}

function Answer({ of: answered }: { readonly of: Answered | string }): ComponentChildren {
  if (typeof answered === 'string') return <p class="failure">{answered}</p>
  const { status, statusText, headers, body } = answered
  return (
    <div class="answer">
      <p>
        <HttpStatus status={status} /> {statusText}
      </p>
      <Facts rows={headers} />
      {body === '' ? <p class="hint">No body.</p> : <CodeBox code={body} what="Body of the answer" />}
    </div>
  )
}

/** @returns the answer, or in words why there is none */
async function ask(method: string, path: string, apiKey: string): Promise<Answered | string> {
  try {
    const headers: Record<string, string> = apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }
    const response = await fetch(path, { method, headers, cache: 'no-store' })
    const { status, statusText } = response
    return { status, statusText, headers: [...response.headers], body: readable(await response.text()) }
  } catch (error) {
    return `There was no answer: ${error instanceof Error ? error.message : String(error)}.`
  }
}

function readable(text: string): string {
  try {
    return stringifyJson(parseJson(text), 2)
  } catch {
    return text
  }
}
