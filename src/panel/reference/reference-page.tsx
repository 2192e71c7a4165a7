import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ask, ControlError } from '../control/control-api.js'
import { parseExactJson } from '../control/exact-json.js'
import type { Sandbox } from '../control/schemas.js'
import { FilterButtons } from '../parts/filter-buttons.js'
import { type Description, operationsOf } from './description.js'
import { OperationCard } from './operation-card.js'
import { Prose, SchemaSection } from './schema-text.js'
import { TryIt } from './try-it.js'

type Api = 'api' | 'control'

/** The reference of the API, and of the control API beside it. */
export function ReferencePage(): ComponentChildren {
  const [api, setApi] = useState<Api>(location.hash === '#control' ? 'control' : 'api')
  return (
    <>
      <header class="top">
        <div class="top-line">
          <p class="brand">orders-mock</p>
          <FilterButtons
            label="Reference of"
            value={api}
            onChange={setApi}
            options={[
              { value: 'api', words: 'Store Orders API' },
              { value: 'control', words: 'Control API' },
            ]}
          />
          <a class="aside" href="/">
            Control panel
          </a>
        </div>
      </header>
      <main class="reference">
        <Reference key={api} api={api} />
      </main>
    </>
  )
}

function Reference({ api }: { readonly api: Api }): ComponentChildren {
  const description = useLoaded<Description>(() => (api === 'api' ? readDescription() : ask('GET /openapi.json')))
  if (description === undefined) return <p role="status">Loading…</p>
  if (typeof description === 'string')
    return (
      <p class="failure" role="alert">
        {description}
      </p>
    )
  const { title, version, summary, description: text } = description.info
  return (
    <>
      <div class="view-head">
        <h1>{title}</h1>
        <span class="hint">version {version}</span>
        <span class="spacer" />
        <a href={api === 'api' ? '/openapi.yaml' : '/__mock/openapi.json'}>The description itself</a>
      </div>
      <div class="reference-columns">
        <Contents of={description} />
        <div>
          {summary !== undefined && <p class="lead">{summary}</p>}
          {text !== undefined && <Prose text={text} />}
          <Operations description={description} isTriable={api === 'api'} />
          <SchemaSection schemas={description.components?.schemas ?? {}} />
        </div>
      </div>
    </>
  )
}

function Contents({ of: description }: { readonly of: Description }): ComponentChildren {
  return (
    <nav class="contents" aria-label="Operations">
      {operationsOf(description).map(({ operationId, summary = operationId, deprecated }) => (
        <a key={operationId} href={`#${operationId}`} class={deprecated === true ? 'deprecated' : undefined}>
          {summary}
        </a>
      ))}
      <a href="#schemas-title">Schemas</a>
    </nav>
  )
}

interface OperationsProps {
  readonly description: Description
  readonly isTriable: boolean
}

function Operations({ description, isTriable }: OperationsProps): ComponentChildren {
  const [apiKey, setApiKey] = useState('')
  // Where the control API asks for a token that this tab has not, the key is for the person to fill in.
  useEffect(
    () =>
      void ask<Sandbox>('GET /sandboxes/main').then(
        ({ apiKey: key }) => setApiKey(key),
        () => {},
      ),
    [],
  )
  return (
    <>
      {operationsOf(description).map((operation) => (
        <OperationCard key={operation.operationId} operation={operation} description={description}>
          {isTriable && operation['x-hideTryItPanel'] === true && (
            <p class="note">Trying it here is switched off: the description says so (x-hideTryItPanel).</p>
          )}
          {isTriable && operation['x-hideTryItPanel'] !== true && (
            <TryIt operation={operation} apiKey={apiKey} onApiKey={setApiKey} />
          )}
        </OperationCard>
      ))}
    </>
  )
}

async function readDescription(): Promise<Description> {
  return parseExactJson(await (await fetch('/openapi.json')).text()) as Description
}

/** What was loaded; in words why it could not be; `undefined` until either is known. */
function useLoaded<Value extends object>(load: () => Promise<Value>): Value | string | undefined {
  const [loaded, setLoaded] = useState<Value | string>()
  useEffect(() => {
    load().then(setLoaded, (error: unknown) => setLoaded(wordsOf(error)))
  }, [])
  return loaded
}

function wordsOf(error: unknown): string {
  if (error instanceof ControlError && error.status === 401) {
    return 'This mock asks for its control token. Open the control panel first; it asks for the token, and this page then has it too.'
  }
  return error instanceof Error ? error.message : 'The mock does not answer.'
}
