import { useState } from 'preact/hooks'
import { Button } from '../parts/buttons.js'
import { Field } from '../parts/field.js'
import { Empty } from '../parts/view.js'
import { goTo } from '../state/load.js'
import { currentToken, mockHere } from '../state/mock-here.js'
import { boxHere, run, state } from '../state/panel-state.js'

/** Asks for the control token; until it is valid, nothing of the mock is shown. */
export function TokenForm() {
  const [token, setToken] = useState('')
  const open = (event: Event): void => {
    event.preventDefault()
    // The page loads again with it, whether or not the browser stores it.
    location.hash = `token=${encodeURIComponent(token.trim())}`
  }
  return (
    <main class="gate">
      <h1>orders-mock</h1>
      <p>This mock requires a control token. It prints the token at the start, unless --control-token sets it.</p>
      <form onSubmit={open}>
        <Field label="Control token" type="password" value={token} onInput={setToken} isRequired />
        {currentToken() !== undefined && (
          <p class="failure" role="alert">
            Invalid token. Unless one is set with --control-token, the mock generates a new token each time it starts.
          </p>
        )}
        <button type="submit" class="main">
          Open the panel
        </button>
      </form>
    </main>
  )
}

/** Says that the sandbox of a link does not exist, or no longer exists. */
export function MissingSandbox() {
  const { sandboxName } = state.value
  const { clock } = boxHere()
  // If its name begins with a scenario's, asking for it creates it. The event of its creation makes the page load it.
  const create = () => clock.read().catch(() => mockHere().createSandbox({ name: sandboxName }))
  return (
    <Empty level="h1" role="alert" title={`Sandbox “${sandboxName}” not found`}>
      <p>It may have been deleted or evicted.</p>
      <div class="buttons">
        <Button class="main" onClick={() => void run(create)} words="Create it" />
        <Button onClick={() => goTo({ sandboxName: 'main' })} words="Open main" />
      </div>
    </Empty>
  )
}
