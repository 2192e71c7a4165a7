import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { parseJson } from '../../spec/index.js'
import { FilterButtons } from '../parts/filter-buttons.js'
import { mockHere } from '../state/panel-model.js'
import { currentToken } from '../state/token.js'
import { type Description, operationsOf } from './description.js'
import { OperationCard } from './operation-card.js'
import { Prose, SchemaSection } from './schema-text.js'
import { TryIt } from './try-it.js'

type Api = 'api' | 'control'

/** Where the descriptions are. */
const PLACES = { api: '/openapi.json', control: '/__mock/openapi.json' } as const

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
          <a class="aside" href={location.pathname === '/docs' ? '/' : '../panel/'}>
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
  const description = useLoaded<Description>(() => readDescription(PLACES[api]))
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
        <a href={PLACES[api]}>The description itself</a>
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
      void mockHere()
        .sandbox()
        .read()
        .then(
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

/** @throws {Error} if the mock does not hand it out */
async function readDescription(path: string): Promise<Description> {
  const token = currentToken()
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const response = await fetch(path, { headers })
  if (response.status === 401) throw new Error(LOCKED)
  return parseJson(await response.text()) as unknown as Description
}

const LOCKED = 'This mock asks for its control token. Open the control panel and enter it there; then reload this page.'

/** What was loaded; in words why it could not be; `undefined` until either is known. */
function useLoaded<Value extends object>(load: () => Promise<Value>): Value | string | undefined {
  const [loaded, setLoaded] = useState<Value | string>()
  useEffect(() => {
    load().then(setLoaded, (error: unknown) => {
      setLoaded(error instanceof Error ? error.message : 'The mock does not answer.')
    })
  }, [])
  return loaded
}
