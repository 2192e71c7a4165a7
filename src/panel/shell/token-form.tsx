import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { ControlClientError } from '../../control-client/index.js'
import { currentToken, forgetToken, keepToken } from '../state/token.js'
import { Field } from '../parts/field.js'
import { followMock } from '../state/follow-mock.js'
import { mockHere, useModel } from '../state/panel-model.js'

/** Asks for the control token; until it is right, nothing of the mock is shown. */
export function TokenForm(): ComponentChildren {
  const model = useModel()
  const [token, setToken] = useState('')
  const [error, setError] = useState(() => (currentToken() === undefined ? '' : WRONG))
  const open = async (event: Event): Promise<void> => {
    event.preventDefault()
    keepToken(token.trim())
    const failure = await mockHere()
      .sandboxes()
      .then(
        () => undefined,
        (reason: unknown) => reason,
      )
    if (failure === undefined) {
      model.update({ access: 'open' })
      void followMock(model)
      return
    }
    forgetToken()
    setError(failure instanceof ControlClientError && failure.status === 401 ? WRONG : wordsOf(failure))
  }
  return (
    <main class="gate">
      <h1>orders-mock</h1>
      <p>This mock requires a control token. It printed one when it started.</p>
      <form onSubmit={(event) => void open(event)}>
        <Field label="Control token" type="password" value={token} onInput={setToken} isRequired />
        {error !== '' && (
          <p class="failure" role="alert">
            {error}
          </p>
        )}
        <button type="submit" class="main">
          Open the panel
        </button>
      </form>
    </main>
  )
}

const WRONG = 'That is not the token of this mock. Unless it is given one, it makes a new one at each start.'

function wordsOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure)
}
