import { render } from 'preact'
import { takeTokenFromAddress } from './state/mock-here.js'
import { readAddress } from './shell/address.js'
import { Page } from './shell/page.js'
import { followMock } from './state/follow-mock.js'
import { followTime } from './state/follow-time.js'
import { PanelModel, PanelProvider } from './state/panel-model.js'

takeTokenFromAddress()
const page = document.querySelector('#page')
const isReference = /\/docs\/?$/.test(location.pathname)
if (page !== null) void (isReference ? showReference(page) : showPanel(page))

/** The reference is loaded by those who read it. */
async function showReference(element: Element): Promise<void> {
  document.title = 'API reference · orders-mock'
  const { ReferencePage } = await import('./reference/reference-page.js')
  render(<ReferencePage />, element)
}

function showPanel(element: Element): void {
  const model = new PanelModel(readAddress(location).sandboxName)
  followTime(model)
  void followMock(model)
  // A link may be opened in a page that is there already.
  addEventListener('hashchange', () => {
    if (!takeTokenFromAddress()) return
    model.update({ access: 'open' })
    void followMock(model)
  })
  render(
    <PanelProvider value={model}>
      <Page />
    </PanelProvider>,
    element,
  )
}
