import type { RequestDetail, RequestEntry, SandboxSummary } from '../../control-client/index.js'
import { Button, CodeBox, CopyButton } from '../parts/buttons.js'
import { Facts, HttpStatus, useAnswer } from '../parts/view.js'
import { count, describeChange, showInstant, showSpan } from '../state/words.js'
import { changeFaults, ONE_FAILURE, OPERATIONS } from '../rules/faults.js'
import { boxHere, contentsHere, run, say } from '../state/panel-state.js'
import { bodyOf, contentOf, headersOf, isRewind, requestLines } from '../parts/formats.js'

const MAX_NAMED = 5

type PaneProps = Readonly<{ request: RequestEntry } & Record<'onNewer' | 'onOlder' | 'onTrace' | 'onClose', () => void>>

export function RequestDetailPane({ request, onNewer, onOlder, onTrace, onClose }: PaneProps) {
  const { sandbox } = contentsHere()
  const { id, method, path, reason } = request
  const box = boxHere()
  const detail = useAnswer(() => box.requests.get(id), [box.name, id, request.status])
  return (
    <aside class="detail" aria-label={`Request ${id}`}>
      <header class="line dialog-title">
        <h2 class="request-line">
          <b>{method}</b> {path}
        </h2>
        {/* The panel in the page of another application has no address. */}
        {sandbox.panelUrl !== undefined && <CopyButton text={location.href} what="link to this request" words="Link" />}
        <Button class="quiet" aria-label="Newer request" onClick={onNewer} words="↑" />
        <Button class="quiet" aria-label="Older request" onClick={onOlder} words="↓" />
        <Button class="quiet" data-close onClick={onClose} words="Close" />
      </header>
      <p class="outcome">
        <HttpStatus {...request} /> {reason}
      </p>
      <Actions of={request} />
      <RequestFacts request={request} onTrace={onTrace} />
      {detail && <Messages {...detail} />}
      {!isRewind(request) && (
        <>
          <h3>Copy as</h3>
          <CodeBox what="lines" codes={requestLines(request, sandbox, detail ? bodyOf(detail) : {})} />
        </>
      )}
    </aside>
  )
}

function RequestFacts({ request, onTrace }: Pick<PaneProps, 'request' | 'onTrace'>) {
  const { id, at, code, durationMs, operation, orderId, key, traceId, fault, violations, held } = request
  const trace = traceId && (
    <>
      {traceId} <Button class="quiet" onClick={onTrace} words="Show the trace" />
    </>
  )
  return (
    <>
      <Facts
        class="pairs"
        rows={[
          ['Request', id],
          ['Operation', operation],
          ['Duration', held ? undefined : showSpan(durationMs)],
          ['Order', orderId],
          ['Key', key],
          ['Fault', fault],
        ]}
      />
      <Facts
        rows={[
          ['Code', code],
          ['Violations', violations?.join('\n')],
          ['Trace', trace],
          ['Time', showInstant(Date.parse(at))],
        ]}
      />
    </>
  )
}

function Messages({ request, response }: RequestDetail) {
  return Object.entries({ Response: response, Request: request }).map(
    ([name, { headers, body = '', isCut = false }]) => {
      // There is no response yet, or there never was one.
      if (body === '' && Object.keys(headers).length === 0) return null
      const { mimeType, size } = contentOf({ headers, body, isCut })
      const remark = isCut ? `${mimeType}, its first 4 kB` : `${mimeType}, ${count(size, 'byte')}`
      return (
        <section key={name} class="message">
          <h3>
            {name} <span class="hint">{body === '' ? 'no body' : remark}</span>
          </h3>
          {body !== '' && <CodeBox what="body" codes={{ [name]: body }} />}
          <details>
            <summary>{count(Object.keys(headers).length, 'header')}</summary>
            <Facts rows={Object.entries(headers)} />
          </details>
        </section>
      )
    },
  )
}

function Actions({ of: request }: { readonly of: RequestEntry }) {
  const { sandbox, changes } = contentsHere()
  const { id, at } = request
  const box = boxHere()
  const rewind = () => run(() => box.rewind({ beforeRequest: id }), `Rewound to before request ${id}`)
  const operation = OPERATIONS.find((each) => each === request.operation)
  const later = changes.filter(({ requestId, at: madeAt }) => {
    const ms = Date.parse(madeAt) - Date.parse(at)
    // An earlier request that was held may make its change later.
    return requestId === undefined ? ms >= 0 : requestId >= id || ms > 0
  })
  const named = later.slice(-MAX_NAMED).map(describeChange)
  const others = later.length > MAX_NAMED ? [`${later.length - MAX_NAMED} earlier`] : []
  return (
    <div class="lines buttons">
      <Button icon="undo" onClick={() => void rewind()} words="Rewind to before this request" />
      {!isRewind(request) && <Button onClick={() => void replay(request, sandbox)} words="Replay" />}
      <Button onClick={() => void failNext(operation)} words={`Fail the next ${operation ?? 'request'}`} />
      {request.held && <Button class="main" onClick={() => void run(() => box.requests.release(id))} words="Let go" />}
      <p class="hint">
        {later.length === 0
          ? 'Nothing has changed since before this request.'
          : `A rewind reverts ${count(later.length, 'change')}: ${[...named.toReversed(), ...others].join(', ')}. It can be undone.`}
      </p>
    </div>
  )
}

/** Makes the next request fail, whatever other faults there are. */
export function failNext(operation?: (typeof OPERATIONS)[number]): Promise<boolean> {
  const fault = { ...ONE_FAILURE, ...(operation !== undefined && { operation }) }
  const words = ['The next', operation, 'request will fail with 503'].filter(Boolean).join(' ')
  return changeFaults((all) => [fault, ...all], words)
}

/** With the key of the sandbox, because the journal records none. Nobody has to wait: the response may never come. */
async function replay({ id, method, path }: RequestEntry, { baseUrl, apiKey }: SandboxSummary): Promise<void> {
  say('Replaying…')
  try {
    const { body = null, type } = bodyOf(await boxHere().requests.get(id))
    const headers = headersOf(apiKey, type)
    const { status } = await fetch(new URL(baseUrl).pathname + path, { method, headers, body })
    say(`Replayed: the response is ${status}`)
  } catch {
    say('Replayed: there is no response')
  }
}
