import { render } from 'preact'
import { keepFocus } from './parts/focus.js'
import { onKey } from './shell/keys.js'
import { Page } from './shell/page.js'
import { OpenedSituation } from './shell/situation.js'
import { takeFromAddress } from './state/address.js'
import { followMock, followTime } from './state/follow-mock.js'
import { showAddress } from './state/load.js'
import { keepToken } from './state/mock-here.js'
import { openDialog } from './state/panel-state.js'

// No form leaves the page.
addEventListener('submit', (event) => event.preventDefault())
const token = takeFromAddress('token')
if (token !== undefined) keepToken(token)
const page = document.querySelector('#page') ?? document.body
if (/\/docs\/?$/.test(location.pathname)) {
  document.title = 'API reference · orders-mock'
  // It is loaded by those who read it.
  void import('./reference/reference-page.js').then(({ ReferencePage }) => render(<ReferencePage />, page))
} else {
  followTime()
  void followMock()
  addEventListener('popstate', showAddress)
  addEventListener('keydown', onKey)
  keepFocus()
  const packed = takeFromAddress('situation')
  if (packed !== undefined) openDialog(<OpenedSituation packed={packed} />)
  // A link that carries something may be pasted into the address of a page that is open already.
  addEventListener('hashchange', () => /^#(?:token|situation)=/.test(location.hash) && location.reload())
  render(<Page />, page)
}
