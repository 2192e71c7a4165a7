import { Fragment } from 'preact'
import type { RequestEntry, SandboxSummary } from '../../control-client/index.js'
import { Button, CodeBox, CodeChoice } from '../parts/buttons.js'
import { useAnswer } from '../parts/use-answer.js'
import { Facts, HttpStatus } from '../parts/view.js'
import { showInstant, showSpan } from '../parts/words.js'
import { ONE_FAILURE, OPERATIONS, replaceFaults } from '../rules/faults.js'
import { boxHere, contentsHere, run, say } from '../state/panel-state.js'
import { requestLines } from './request-lines.js'

interface RequestDetailPaneProps {
  readonly request: RequestEntry
  readonly onStep: (step: 1 | -1) => void
  readonly onClose: () => void
}

/** All that the journal knows of one request, beside the list. */
export function RequestDetailPane({ request, onStep, onClose }: RequestDetailPaneProps) {
  const { sandbox } = contentsHere()
  const { id, method, path } = request
  return (
    <aside class="detail" aria-labelledby="detail-title">
      <header class="dialog-title">
        <h2 id="detail-title">Request {id}</h2>
        <Button class="quiet" aria-label="Newer request" onClick={() => onStep(-1)} words="↑" />
        <Button class="quiet" aria-label="Older request" onClick={() => onStep(1)} words="↓" />
        <Button class="quiet" onClick={onClose} words="Close" />
      </header>
      <p class="request-line">
        <b>{method}</b> {path}
      </p>
      <RequestFacts of={request} />
      <Messages of={request} />
      <Actions of={request} />
      <h3>Copy as</h3>
      <CodeChoice codes={requestLines(request, sandbox)} />
    </aside>
  )
}

function RequestFacts({ of: request }: { readonly of: RequestEntry }) {
  const { at, status, code, durationMs, reason, operation, orderId, key, fault, violations } = request
  return (
    <Facts
      rows={[
        ['Status', <HttpStatus key="status" status={status} />],
        ['Why', reason],
        ['Code', code],
        ['Operation', operation],
        ['Order', orderId],
        ['Key', key],
        ['Fault', fault],
        ['Breaks the contract', violations?.join('\n')],
        ['Took', showSpan(durationMs)],
        ['At', showInstant(Date.parse(at))],
      ]}
    />
  )
}

/** What was sent both ways, as far as the journal holds it. */
function Messages({ of: { id } }: { readonly of: RequestEntry }) {
  const box = boxHere()
  const detail = useAnswer(() => box.requests.get(id), [box.name, id])
  if (detail === undefined) return null
  const { request, response } = detail
  return (
    <>
      {Object.entries({ Request: request, Response: response }).map(([name, { headers, body = '', isCut }]) => (
        <Fragment key={name}>
          <details>
            <summary>{name} headers</summary>
            <Facts rows={Object.entries(headers)} />
          </details>
          {body !== '' && (
            <>
              <h3>{isCut ? `${name} body (its first 4 kB)` : `${name} body`}</h3>
              <CodeBox text={body} what={`${name.toLowerCase()} body`} />
            </>
          )}
        </Fragment>
      ))}
    </>
  )
}

/** Goes back to before the request, sends it again, or lets the next one like it fail. */
function Actions({ of: request }: { readonly of: RequestEntry }) {
  const { sandbox } = contentsHere()
  const { id } = request
  const rewind = async (): Promise<void> => {
    await boxHere().rewind({ beforeRequest: id })
    say(`Rewound to before request ${id}`)
  }
  const replay = async (): Promise<void> => {
    say(`Replayed: answered with ${await sendAgain(request, sandbox)}`)
  }
  const operation = OPERATIONS.find((each) => each === request.operation)
  const fault = { ...ONE_FAILURE, ...(operation !== undefined && { operation }) }
  return (
    <div class="buttons">
      <Button onClick={() => void run(rewind)} words="Rewind to before this" />
      <Button onClick={() => void run(replay)} words="Replay" />
      <Button
        onClick={() => void replaceFaults(0, 0, [fault], 'The next one like it will fail with 503')}
        words="Make the next one fail"
      />
    </div>
  )
}

/** With the key of the sandbox, because the journal keeps none. */
async function sendAgain({ method, path }: RequestEntry, { baseUrl, apiKey }: SandboxSummary): Promise<number> {
  const { pathname } = new URL(baseUrl)
  const { status } = await fetch(`${pathname}${path}`, { method, headers: { Authorization: `Bearer ${apiKey}` } })
  return status
}
