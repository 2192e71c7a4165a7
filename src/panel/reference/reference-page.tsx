import { useEffect, useRef, useState } from 'preact/hooks'
import { FilterButtons } from '../parts/buttons.js'
import { Field } from '../parts/field.js'
import { useAnswer } from '../parts/use-answer.js'
import { Card } from '../parts/view.js'
import { currentToken, mockHere } from '../state/mock-here.js'
import { OperationCard } from './operation-card.js'
import { LeftOpen, Parts, Prose } from './parts.js'
import type { Reference } from './reference.js'
import { references } from './references.generated.js'

type Api = keyof typeof references

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
          <b>orders-mock</b>
          <FilterButtons
            label="API"
            value={api}
            onChange={change}
            options={[
              ['api', 'Store Orders API'],
              ['control', 'Control API'],
            ]}
          />
          <a href={location.pathname === '/docs' ? '/' : '../panel/'}>Control panel</a>
        </div>
      </header>
      <main class="reference">
        <Description key={api} api={api} />
      </main>
    </>
  )
}

function Description({ api }: { readonly api: Api }) {
  const { title, version, summary, text, base, assumptions, schemas } = references[api]
  return (
    <>
      <div class="lines view-head">
        <h1>
          {title} <span class="hint">version {version}</span>
        </h1>
        <a href={PLACES[api]}>OpenAPI description</a>
      </div>
      <div class="reference-columns">
        <TableOfContents {...references[api]} />
        <div>
          <p class="lead">{summary}</p>
          <Prose text={text} />
          <p>
            Base URL: <code>{location.origin + base}</code>
          </p>
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
      </div>
    </>
  )
}

function TableOfContents({ groups, assumptions }: Reference) {
  const current = useCurrentSection()
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    // The list alone is scrolled: the page is where its reader wants it.
    const link = nav.current?.querySelector<HTMLElement>('[aria-current]')
    nav.current?.scrollTo(0, (link?.offsetTop ?? 0) - nav.current.clientHeight / 2)
  }, [current])
  const link = (id: string, words: string) => (
    <a key={id} href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
      {words}
    </a>
  )
  return (
    <>
      <Field
        label="Go to"
        value={current ?? ''}
        onInput={(id) => (location.hash = id)}
        options={[
          ...groups.flatMap(([, operations]) => operations.map(({ id, summary }) => [id, summary] as const)),
          ['schemas', 'Schemas'],
        ]}
      />
      <nav ref={nav} class="contents" aria-label="Operations">
        {groups.map(([group, operations]) => (
          <>
            <p class="hint">{group}</p>
            {operations.map(({ id, summary }) => link(id, summary))}
          </>
        ))}
        <p class="hint">More</p>
        {assumptions.length > 0 && link('assumptions', 'Assumptions')}
        {link('schemas', 'Schemas')}
      </nav>
    </>
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
        operation={operation}
        assumptions={references[api].assumptions}
        secretLabel={api === 'control' ? 'Control token' : 'API key'}
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
