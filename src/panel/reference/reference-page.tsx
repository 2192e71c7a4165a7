import { useEffect, useRef, useState } from 'preact/hooks'
import assumptions from '../../../contracts/assumptions.md?raw'
import { FilterButtons } from '../parts/buttons.js'
import { useAnswer } from '../parts/use-answer.js'
import { currentToken, mockHere } from '../state/mock-here.js'
import { type Description, exampleOf, groupsOf, readDescription } from './description.js'
import { OperationCard } from './operation-card.js'
import { Prose, SchemaSection } from './schema-text.js'
import { TryIt } from './try-it.js'

type Api = 'api' | 'control'

/** Where the descriptions are, and the paths that they describe. */
const PLACES = { api: '/openapi.json', control: '/__mock/openapi.json' } as const
const BASES = { api: '/v1', control: '/__mock' } as const

/** The reference of the API, and of the control API beside it. The address says which, and which operation. */
export function ReferencePage() {
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
              ['api', 'Store Orders API'],
              ['control', 'Control API'],
            ]}
          />
          <span class="spacer" />
          <a href={location.pathname === '/docs' ? '/' : '../panel/'}>Control panel</a>
        </div>
      </header>
      <main class="reference">
        <Reference key={api} api={api} />
      </main>
    </>
  )
}

function Reference({ api }: { readonly api: Api }) {
  const description = useAnswer(() => readDescription(PLACES[api]).catch((error: unknown) => error as Error), [api])
  if (description === undefined) return <p role="status">Loading…</p>
  if (description instanceof Error) {
    return (
      <p class="failure" role="alert">
        {description.message}
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
        <Contents groups={groups} hasAssumptions={api === 'api'} />
        <div>
          <p class="lead">{summary}</p>
          <Prose text={text} />
          <p>
            Base address: <code>{location.origin + BASES[api]}</code>
          </p>
          <Operations groups={groups} description={description} api={api} />
          {api === 'api' && <Assumptions />}
          <SchemaSection schemas={description.components?.schemas ?? {}} />
        </div>
      </div>
    </>
  )
}

interface ContentsProps {
  readonly groups: ReturnType<typeof groupsOf>
  readonly hasAssumptions: boolean
}

function Contents({ groups, hasAssumptions }: ContentsProps) {
  const current = useCurrentSection()
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    // The list alone is scrolled: the page is where its reader wants it.
    const link = nav.current?.querySelector<HTMLElement>('[aria-current]')
    nav.current?.scrollTo(0, (link?.offsetTop ?? 0) - nav.current.clientHeight / 2)
  }, [current])
  const link = (id: string, words: string, kind = '') => (
    <a key={id} href={`#${id}`} class={kind} aria-current={id === current ? 'location' : undefined}>
      {words}
    </a>
  )
  return (
    <nav ref={nav} class="contents" aria-label="Operations">
      {groups.map(([group, operations]) => (
        <>
          {group !== '' && <p class="hint">{group}</p>}
          {operations.map(({ operationId, summary = operationId, deprecated }) =>
            link(operationId, summary, deprecated === true ? 'deprecated' : ''),
          )}
        </>
      ))}
      <hr />
      {hasAssumptions && link('assumptions', 'What is left open')}
      {link('schemas-title', 'Schemas')}
    </nav>
  )
}

/** The id of the section that is read now: the last one that begins in the upper third of the window, or above. */
function useCurrentSection(): string | undefined {
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    // What the address names is there only now.
    document.getElementById(location.hash.slice(1))?.scrollIntoView()
    const look = (): void => {
      const begun = [...document.querySelectorAll('.operation, section > h2[id]')].filter(
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

interface OperationsProps extends Pick<ContentsProps, 'groups'> {
  readonly description: Description
  readonly api: Api
}

function Operations({ groups, description, api }: OperationsProps) {
  // Where the control API asks for a token that this tab does not have, the key is for the person to fill in.
  const sandbox = useAnswer(() => mockHere().sandbox().read(), [])
  const known = api === 'control' ? currentToken() : sandbox?.apiKey
  const [secret = known ?? '', setSecret] = useState<string>()
  return groups
    .flatMap(([, operations]) => operations)
    .map((operation) => (
      <OperationCard key={operation.operationId} operation={operation} description={description}>
        {operation['x-hideTryItPanel'] === true && (
          <p class="note">“Try it” is disabled here: the description says so (x-hideTryItPanel).</p>
        )}
        {operation['x-hideTryItPanel'] !== true && operation.operationId !== ENDLESS && (
          <TryIt
            operation={operation}
            example={exampleOf(operation.requestBody?.content['application/json'] ?? {}, description)}
            secretLabel={api === 'control' ? 'Control token' : 'API key'}
            secret={secret}
            onSecret={setSecret}
          />
        )}
      </OperationCard>
    ))
}

/** What the specification leaves open, and what the mock does there. */
function Assumptions() {
  const [, ...points] = assumptions.split('\n## ')
  return (
    <section aria-labelledby="assumptions">
      <h2 id="assumptions">What the specification leaves open</h2>
      <div class="card">
        {points.map((point) => {
          const [title = '', ...lines] = point.split('\n')
          return (
            <details key={title}>
              <summary>{title.replaceAll('`', '')}</summary>
              <Prose text={lines.join('\n').replaceAll('_To change it:_', 'To change it:')} />
            </details>
          )
        })}
      </div>
    </section>
  )
}
