import { useEffect, useState } from 'preact/hooks'
import { OrdersView } from '../orders/orders-view.js'
import { Button } from '../parts/buttons.js'
import { Field } from '../parts/field.js'
import { Empty, lazy } from '../parts/view.js'
import { RequestsView } from '../requests/requests-view.js'
import { goTo } from '../state/load.js'
import { currentToken, mockHere } from '../state/mock-here.js'
import { boxHere, run, state } from '../state/panel-state.js'
import { Notice } from './notice.js'
import { SituationBar } from './situation.js'
import { TopBar } from './top-bar.js'

const RulesView = lazy(async () => [(await import('../sandboxes/later.js')).RulesView])
const SandboxesView = lazy(async () => [(await import('../sandboxes/later.js')).SandboxesView])

const CONTENT = { orders: OrdersView, requests: RequestsView, rules: RulesView, sandboxes: SandboxesView }

/** The whole page. Before the control API admits it, it shows nothing of the mock. */
export function Page() {
  const { access, failure } = state.value
  if (access === 'token') return <TokenForm />
  if (access === 'open') return <OpenPage />
  return (
    <main class="stack gate">
      <h1>Access denied</h1>
      <p role="alert">{failure}</p>
    </main>
  )
}

function OpenPage() {
  const { connection, contents, dialog, isMissing, sandboxName, view } = state.value
  const Content = CONTENT[view]
  useEffect(() => {
    document.title = `${connection === 'lost' ? 'Not connected · ' : ''}${sandboxName} · orders-mock`
  }, [connection, sandboxName])
  return (
    <>
      <a class="skip button" href="#content">
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

function TokenForm() {
  const [token, setToken] = useState('')
  return (
    <main class="stack gate">
      <h1>orders-mock</h1>
      <p>This mock requires a control token. It prints the token at the start, unless --control-token sets it.</p>
      {/* The page loads again with it, whether or not the browser stores it. */}
      <form class="stack" onSubmit={() => (location.hash = `token=${encodeURIComponent(token.trim())}`)}>
        <Field label="Control token" type="password" value={token} onInput={setToken} isRequired />
        {currentToken() !== undefined && (
          <p class="line failure" role="alert">
            Invalid token. Unless one is set with --control-token, the mock generates a new token each time it starts.
          </p>
        )}
        <Button type="submit" class="main" words="Open the panel" />
      </form>
    </main>
  )
}

function MissingSandbox() {
  const { sandboxName } = state.value
  const { clock } = boxHere()
  // If its name begins with a scenario's, asking for it creates it. The event of its creation makes the page load it.
  const create = () => clock.read().catch(() => mockHere().createSandbox({ name: sandboxName }))
  return (
    <Empty level="h1" role="alert" title={`Sandbox “${sandboxName}” not found`}>
      <p>It may have been deleted or evicted.</p>
      <div class="lines buttons">
        <Button class="main" onClick={() => void run(create)} words="Create it" />
        <Button onClick={() => goTo({ sandboxName: 'main' })} words="Open main" />
      </div>
    </Empty>
  )
}
