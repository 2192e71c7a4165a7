import { Fragment } from 'preact'
import type { RequestDetail, RequestEntry, SandboxSummary } from '../../control-client/index.js'
import { Button, CodeBox, CodeChoice } from '../parts/buttons.js'
import { useAnswer } from '../parts/use-answer.js'
import { Facts, HttpStatus } from '../parts/view.js'
import { count, showInstant, showSpan } from '../parts/words.js'
import { ONE_FAILURE, OPERATIONS, replaceFaults } from '../rules/faults.js'
import { describeChange } from '../state/history.js'
import { boxHere, contentsHere, run, say } from '../state/panel-state.js'
import { bodyOf, requestLines } from './request-lines.js'

/** Of what a rewind reverts. */
const MAX_NAMED = 5

interface RequestDetailPaneProps {
  readonly request: RequestEntry
  readonly onStep: (step: 1 | -1) => void
  readonly onClose: () => void
}

/** All that the journal knows of one request. */
export function RequestDetailPane({ request, onStep, onClose }: RequestDetailPaneProps) {
  const { sandbox } = contentsHere()
  const { id, method, path } = request
  const box = boxHere()
  const detail = useAnswer(() => box.requests.get(id), [box.name, id, request.status])
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
      {detail && <Messages {...detail} />}
      <Actions of={request} />
      <h3>Copy as</h3>
      <CodeChoice codes={requestLines(request, sandbox, detail ? bodyOf(detail) : {})} />
    </aside>
  )
}

function RequestFacts({ of: request }: { readonly of: RequestEntry }) {
  const { at, status, code, durationMs, reason, operation, orderId, key, traceId, fault, violations } = request
  return (
    <Facts
      rows={[
        ['Status', <HttpStatus key="status" status={status} />],
        ['Reason', reason],
        ['Code', code],
        ['Operation', operation],
        ['Order', orderId],
        ['Key', key],
        ['Trace', traceId],
        ['Fault', fault],
        ['Violations', violations?.join('\n')],
        ['Duration', showSpan(durationMs)],
        ['Time', showInstant(Date.parse(at))],
      ]}
    />
  )
}

/** What was sent both ways, as far as it is in the journal. */
function Messages({ request, response }: RequestDetail) {
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

/** Rewinds to before the request, sends it again, or lets the next request like it fail. */
function Actions({ of: request }: { readonly of: RequestEntry }) {
  const { sandbox } = contentsHere()
  const { id } = request
  const rewind = () => run(() => boxHere().rewind({ beforeRequest: id }), `Rewound to before request ${id}`)
  const replay = async (): Promise<void> => {
    say(`Replayed: the response is ${await sendAgain(request, sandbox)}`)
  }
  const operation = OPERATIONS.find((each) => each === request.operation)
  const fault = { ...ONE_FAILURE, ...(operation !== undefined && { operation }) }
  return (
    <div class="buttons">
      {request.held === true && (
        <Button class="main" onClick={() => void run(() => boxHere().requests.release(id))} words="Let go" />
      )}
      <Button onClick={() => void rewind()} words="Rewind to before this request" />
      <Button onClick={() => void run(replay)} words="Replay" />
      <Button
        onClick={() => void replaceFaults(0, 0, [fault], 'The next request to this operation will fail with 503')}
        words="Fail the next request"
      />
      <Rewinding of={request} />
    </div>
  )
}

/** Says what a rewind reverts, before it does. */
function Rewinding({ of: { id, at } }: { readonly of: RequestEntry }) {
  const later = contentsHere().changes.filter((change) =>
    change.requestId === undefined ? Date.parse(change.at) >= Date.parse(at) : change.requestId >= id,
  )
  const named = later.slice(-MAX_NAMED).map(describeChange)
  const others = later.length > MAX_NAMED ? [`${later.length - MAX_NAMED} earlier`] : []
  return (
    <p class="hint">
      {later.length === 0
        ? 'Nothing has changed since before this request.'
        : `A rewind reverts ${count(later.length, 'change')}: ${[...named.toReversed(), ...others].join(', ')}. It can be undone.`}
    </p>
  )
}

/** With the key of the sandbox, because the journal records none. */
async function sendAgain({ id, method, path }: RequestEntry, { baseUrl, apiKey }: SandboxSummary): Promise<number> {
  const detail = await boxHere().requests.get(id)
  const { body = null, type } = bodyOf(detail)
  const headers = { Authorization: `Bearer ${apiKey}`, ...(type !== undefined && { 'Content-Type': type }) }
  const { status } = await fetch(new URL(baseUrl).pathname + path, { method, headers, body })
  return status
}
