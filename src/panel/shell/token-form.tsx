import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { currentToken, keepToken } from '../state/token.js'
import { Field } from '../parts/field.js'
import { followMock } from '../state/follow-mock.js'
import { useModel } from '../state/panel-model.js'

/** Asks for the control token; until it is right, nothing of the mock is shown. */
export function TokenForm(): ComponentChildren {
  const model = useModel()
  const [token, setToken] = useState('')
  const open = (event: Event): void => {
    event.preventDefault()
    keepToken(token.trim())
    model.update({ access: 'open' })
    void followMock(model)
  }
  return (
    <main class="gate">
      <h1>orders-mock</h1>
      <p>This mock requires a control token. It printed one when it started.</p>
      <form onSubmit={open}>
        <Field label="Control token" type="password" value={token} onInput={setToken} isRequired />
        {currentToken() !== undefined && (
          <p class="failure" role="alert">
            That is not the token of this mock. Unless it is given one, it makes a new one at each start.
          </p>
        )}
        <button type="submit" class="main">
          Open the panel
        </button>
      </form>
    </main>
  )
}
