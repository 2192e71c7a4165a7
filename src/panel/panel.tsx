import { render } from 'preact'
import { takeTokenFromAddress } from './state/token.js'
import { readAddress } from './shell/address.js'
import { Page } from './shell/page.js'
import { followMock } from './state/follow-mock.js'
import { followTime } from './state/follow-time.js'
import { PanelProvider } from './state/panel-model.js'
import { PanelModel } from './state/panel-model.js'

takeTokenFromAddress()
const model = new PanelModel(readAddress(location).sandboxName)
followTime(model)
void followMock(model)
// A link may be opened in a page that is there already.
addEventListener('hashchange', () => {
  if (!takeTokenFromAddress()) return
  model.update({ access: 'open' })
  void followMock(model)
})

const page = document.querySelector('#page')
if (page !== null) {
  render(
    <PanelProvider value={model}>
      <Page />
    </PanelProvider>,
    page,
  )
}
