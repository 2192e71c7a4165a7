import { useEffect, useState } from 'preact/hooks'
import { CodeBox, FilterButtons } from '../parts/buttons.js'
import { Field } from '../parts/field.js'
import { Brand } from '../parts/icon.js'
import { Card, useAnswer } from '../parts/view.js'
import { currentToken, mockHere } from '../state/mock-here.js'
import { OperationCard } from './operation-card.js'
import { LeftOpen, Parts, Prose } from './parts.js'
import type { Reference } from './reference.js'
import { references } from './references.generated.js'

type Api = keyof typeof references

const APIS = Object.entries({ api: 'Store Orders API', control: 'Control API' }) as [Api, string][]
const PLACES = { api: '/openapi.json', control: '/__mock/openapi.json' } as const

/** The reference of the API, and of the control API. The address says which, and which operation. */
export function ReferencePage() {
  const [api, setApi] = useState<Api>(() => (location.search === '?api=control' ? 'control' : 'api'))
  const change = (to: Api): void => {
    history.replaceState(null, '', location.pathname + (to === 'control' ? '?api=control' : ''))
    setApi(to)
  }
  return (
    <>
      <header class="top">
        <div class="line top-line">
          <Brand />
          <FilterButtons label="API" value={api} onChange={change} options={APIS} />
          <a href={PLACES[api]}>OpenAPI description</a>
          <a href={location.pathname === '/docs' ? '/' : '../panel/'}>Control panel</a>
        </div>
      </header>
      <main class="reference">
        <TableOfContents key={api} {...references[api]} />
        <Description key={`${api} description`} api={api} />
      </main>
    </>
  )
}

function Description({ api }: { readonly api: Api }) {
  const { title, version, summary, text, base, assumptions, schemas } = references[api]
  return (
    <div>
      <div class="beside-examples">
        <div>
          <h1>
            {title} <span class="hint">version {version}</span>
          </h1>
          <p>{summary}</p>
          <Prose text={text} />
        </div>
        <CodeBox what="of the API" codes={{ 'Base URL': location.origin + base }} />
      </div>
      <Operations api={api} />
      {assumptions.length > 0 && <Assumptions assumptions={assumptions} />}
      <h2 id="schemas">Schemas</h2>
      {schemas.map(({ name, type = '', text: what, members }) => (
        <Card key={name} id={`schema-${name}`} title={name}>
          <Prose text={what} />
          <Prose text={type} />
          <Parts parts={members} />
        </Card>
      ))}
    </div>
  )
}

function TableOfContents({ groups, assumptions }: Reference) {
  const current = useCurrentSection()
  const more = Object.entries({ ...(assumptions.length > 0 && { assumptions: 'Assumptions' }), schemas: 'Schemas' })
  const operationsIn = groups.flatMap(([, operations]) => operations.map(({ id, summary }) => [id, summary] as const))
  const sections = [['', 'Choose a section'], ...operationsIn, ...more] as const
  useEffect(() => {
    // The list alone is scrolled: the page is where its reader wants it.
    const link = document.querySelector<HTMLElement>('.contents [aria-current]')
    link?.parentElement?.scrollTo(0, link.offsetTop - innerHeight / 2)
  }, [current])
  const link = (id: string, words: string) => (
    <a key={id} href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
      {words}
    </a>
  )
  return (
    <div class="contents">
      <Field label="Go to" value={current ?? ''} onInput={(id) => (location.hash = id)} options={sections} />
      <nav aria-label="Operations">
        {groups.map(([group, operations]) => (
          <>
            <p class="hint">{group}</p>
            {operations.map(({ id, summary }) => link(id, summary))}
          </>
        ))}
        <p class="hint">More</p>
        {more.map(([id, words]) => link(id, words))}
      </nav>
    </div>
  )
}

/** The id of the section that is read now: the last one that begins in the upper third of the window, or above. */
function useCurrentSection(): string | undefined {
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    // The section that the address names is there only now.
    document.getElementById(location.hash.slice(1))?.scrollIntoView()
    const look = (): void => {
      const begun = [...document.querySelectorAll('.operation, #assumptions, #schemas')].filter(
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

function Operations({ api }: { readonly api: Api }) {
  // If the control API requires a token that this tab does not have, the key is for the person to fill in.
  const sandbox = useAnswer(() => mockHere().sandbox().read(), [])
  const known = api === 'control' ? currentToken() : sandbox?.apiKey
  const [secret = known ?? '', setSecret] = useState<string>()
  return references[api].groups
    .flatMap(([, operations]) => operations)
    .map((operation) => (
      <OperationCard
        key={operation.id}
        {...references[api]}
        operation={operation}
        isControl={api === 'control'}
        secret={secret}
        onSecret={setSecret}
      />
    ))
}

function Assumptions({ assumptions }: Pick<Reference, 'assumptions'>) {
  return (
    <>
      <h2 id="assumptions">What the specification leaves open</h2>
      <div class="card">
        {assumptions.map(({ name, text }, index) => (
          <details key={name}>
            <summary>{name}</summary>
            {/* A link to what is inside opens it. */}
            <div id={`assumption-${index}`}>
              <Prose text={text} />
            </div>
          </details>
        ))}
        <LeftOpen assumptions={assumptions} />
      </div>
    </>
  )
}
