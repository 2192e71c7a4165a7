import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { parseJson } from '../../spec/index.js'
import { useAnswer } from '../parts/use-answer.js'
import { FilterButtons } from '../parts/filter-buttons.js'
import { mockHere } from '../state/panel-model.js'
import { currentToken } from '../state/token.js'
import { type Description, groupsOf } from './description.js'
import { OperationCard } from './operation-card.js'
import { Prose, SchemaSection } from './schema-text.js'
import { TryIt } from './try-it.js'

type Api = 'api' | 'control'

/** Where the descriptions are, and the paths that they describe. */
const PLACES = { api: '/openapi.json', control: '/__mock/openapi.json' } as const
const BASES = { api: '/v1', control: '/__mock' } as const

/** The reference of the API, and of the control API beside it. The address says which, and which operation. */
export function ReferencePage(): ComponentChildren {
  const [api, setApi] = useState<Api>(() => (location.search === '?api=control' ? 'control' : 'api'))
  const change = (to: Api): void => {
    history.replaceState(null, '', location.pathname + (to === 'control' ? '?api=control' : ''))
    setApi(to)
  }
  return (
    <>
      <header class="top">
        <div class="top-line">
          <p class="brand">orders-mock</p>
          <FilterButtons
            label="Reference of"
            value={api}
            onChange={change}
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
  if (typeof description === 'string') {
    return (
      <p class="failure" role="alert">
        {description}
      </p>
    )
  }
  const { title, version, summary, description: text } = description.info
  const groups = groupsOf(description, BASES[api])
  return (
    <>
      <div class="view-head">
        <h1>{title}</h1>
        <span class="hint">version {version}</span>
        <span class="spacer" />
        <a href={PLACES[api]}>OpenAPI description</a>
      </div>
      <div class="reference-columns">
        <Contents groups={groups} />
        <div>
          {summary !== undefined && <p class="lead">{summary}</p>}
          {text !== undefined && <Prose text={text} />}
          <p>
            Base address: <code>{location.origin + BASES[api]}</code>
          </p>
          <Operations groups={groups} description={description} api={api} />
          <SchemaSection schemas={description.components?.schemas ?? {}} />
        </div>
      </div>
    </>
  )
}

type Groups = ReturnType<typeof groupsOf>

function Contents({ groups }: { readonly groups: Groups }): ComponentChildren {
  const current = useCurrentSection()
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    // The list alone is scrolled: the page is where its reader wants it.
    const link = nav.current?.querySelector<HTMLElement>('[aria-current]')
    nav.current?.scrollTo(0, (link?.offsetTop ?? 0) - nav.current.clientHeight / 2)
  }, [current])
  return (
    <nav ref={nav} class="contents" aria-label="Operations">
      {groups.map(([group, operations]) => (
        <>
          {group !== '' && <p class="hint">{group}</p>}
          {operations.map(({ operationId, summary = operationId, deprecated }) => (
            <a
              key={operationId}
              href={`#${operationId}`}
              class={deprecated === true ? 'deprecated' : undefined}
              aria-current={operationId === current ? 'location' : undefined}
            >
              {summary}
            </a>
          ))}
        </>
      ))}
      <a href="#schemas-title">Schemas</a>
    </nav>
  )
}

/** The id of the operation that is read now: the last one that begins in the upper third of the window, or above. */
function useCurrentSection(): string | undefined {
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    // What the address names is there only now.
    document.getElementById(location.hash.slice(1))?.scrollIntoView()
    const look = (): void => {
      const begun = [...document.querySelectorAll('.operation')].filter(
        (each) => each.getBoundingClientRect().top < innerHeight / 3,
      )
      setCurrent(begun.at(-1)?.id)
    }
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  return current
}

/** It never stops answering. */
const ENDLESS = 'followEvents'

interface OperationsProps {
  readonly groups: Groups
  readonly description: Description
  readonly api: Api
}

function Operations({ groups, description, api }: OperationsProps): ComponentChildren {
  // Where the control API asks for a token that this tab does not have, the key is for the person to fill in.
  const sandbox = useAnswer(() => mockHere().sandbox().read(), [])
  const known = api === 'control' ? currentToken() : sandbox?.apiKey
  const [secret = known ?? '', setSecret] = useState<string>()
  return groups
    .flatMap(([, operations]) => operations)
    .map((operation) => (
      <OperationCard key={operation.operationId} operation={operation} description={description}>
        {operation['x-hideTryItPanel'] === true && (
          <p class="note">Trying it here is switched off: the description says so (x-hideTryItPanel).</p>
        )}
        {operation['x-hideTryItPanel'] !== true && operation.operationId !== ENDLESS && (
          <TryIt
            operation={operation}
            secretLabel={api === 'control' ? 'Control token' : 'API key'}
            secret={secret}
            onSecret={setSecret}
          />
        )}
      </OperationCard>
    ))
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
