import { render } from 'preact'
import { keepToken } from './state/mock-here.js'
import { readAddress, takeFromAddress } from './shell/address.js'
import { Page } from './shell/page.js'
import { enterWith, followMock } from './state/follow-mock.js'
import { followTime } from './state/follow-time.js'
import { PanelModel, PanelProvider } from './state/panel-model.js'

const token = takeFromAddress('token')
if (token !== undefined) keepToken(token)
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
  const model = new PanelModel(readAddress().sandboxName)
  followTime(model)
  void followMock(model)
  // A link may be opened in a page that is there already.
  addEventListener('hashchange', () => {
    const another = takeFromAddress('token')
    if (another !== undefined) enterWith(model, another)
  })
  render(
    <PanelProvider value={model}>
      <Page />
    </PanelProvider>,
    element,
  )
}
