import type { FunctionComponent } from 'preact'
import { useEffect } from 'preact/hooks'
import { OrdersView } from '../orders/orders-view.js'
import { keepFocus } from '../parts/focus.js'
import { Empty, View } from '../parts/view.js'
import { RequestsView } from '../requests/requests-view.js'
import { ClockCard } from '../rules/clock-card.js'
import { FaultCard } from '../rules/fault-card.js'
import { FreedomCard } from '../rules/freedom-card.js'
import { TimeLine } from '../rules/time-line.js'
import { SandboxesView } from '../sandboxes/sandboxes-view.js'
import type { Place } from '../state/address.js'
import { state } from '../state/panel-state.js'
import { MissingSandbox, TokenForm } from './gates.js'
import { Keys } from './keys.js'
import { Notice } from './notice.js'
import { OpenedSituation, SituationBar } from './situation.js'
import { TopBar } from './top-bar.js'

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
  const { connection, contents, isMissing, sandboxName, view } = state.value
  const Content = CONTENT[view]
  useEffect(keepFocus, [])
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
      <OpenedSituation />
      <Keys />
    </>
  )
}

/** What goes wrong in the sandbox, what time it is there, and what it does where the specification leaves it open. */
function RulesView() {
  return (
    <View title="Faults and clock">
      <div class="columns">
        <div class="stack">
          <FaultCard />
          <FreedomCard />
        </div>
        <div class="stack">
          <ClockCard />
          <TimeLine />
        </div>
      </div>
    </View>
  )
}
