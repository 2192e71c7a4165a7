import type { FunctionComponent } from 'preact'
import { useEffect } from 'preact/hooks'
import { OrdersView } from '../orders/orders-view.js'
import { keepFocus } from '../parts/focus.js'
import { lazy } from '../parts/use-answer.js'
import { Empty } from '../parts/view.js'
import { RequestsView } from '../requests/requests-view.js'
import type { Place } from '../state/address.js'
import { state } from '../state/panel-state.js'
import { MissingSandbox, TokenForm } from './gates.js'
import { onKey } from './keys.js'
import { Notice } from './notice.js'
import { SituationBar } from './situation.js'
import { TopBar } from './top-bar.js'

const RulesView = lazy(async () => [(await import('./later.js')).RulesView])
const SandboxesView = lazy(async () => [(await import('./later.js')).SandboxesView])

const CONTENT: { readonly [view in Place['view']]: FunctionComponent } = {
  orders: OrdersView,
  requests: RequestsView,
  rules: RulesView,
  sandboxes: SandboxesView,
}

/** The whole page. Before the control API admits it, it shows nothing of the mock. */
export function Page() {
  const { access, failure } = state.value
  if (access === 'token') return <TokenForm />
  if (access === 'open') return <OpenPage />
  return (
    <main class="gate">
      <h1>Access denied</h1>
      <p role="alert">{failure?.words}</p>
    </main>
  )
}

function OpenPage() {
  const { connection, contents, dialog, isMissing, sandboxName, view } = state.value
  const Content = CONTENT[view]
  useEffect(keepFocus, [])
  useEffect(() => {
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  useEffect(() => {
    document.title = `${connection === 'lost' ? 'Not connected · ' : ''}${sandboxName} · orders-mock`
  }, [connection, sandboxName])
  return (
    <>
      <a class="skip" href="#content">
        Skip to content
      </a>
      <TopBar />
      <main id="content" tabIndex={-1}>
        {contents === undefined ? <Notice /> : <SituationBar />}
        {contents !== undefined && <Content key={sandboxName} />}
        {isMissing && <MissingSandbox />}
        {contents === undefined && !isMissing && <Empty role="status" title="Loading…" />}
      </main>
      {dialog}
    </>
  )
}
