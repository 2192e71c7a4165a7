import type { ComponentChildren } from 'preact'
import { Facts } from '../parts/facts.js'
import { Button } from '../parts/button.js'
import type { RequestEntry, SandboxSummary } from '../../control-client/index.js'
import { CodeBox, CodeChoice } from '../parts/code-box.js'
import { Failure } from '../parts/failure.js'
import { HttpStatus } from '../parts/status-badge.js'
import { showInstant, showSpan } from '../parts/times.js'
import { useAnswer } from '../parts/use-answer.js'
import { useAction } from '../parts/use-action.js'
import { OPERATIONS } from '../rules/fault-form.js'
import { loadSandbox } from '../state/load.js'
import { useContents, useModel } from '../state/panel-model.js'
import { requestLines } from './request-lines.js'

interface RequestDetailProps {
  readonly request: RequestEntry
  readonly onStep: (step: 1 | -1) => void
  readonly onClose: () => void
}

/** All that the journal knows of one request, beside the list. */
export function RequestDetail({ request, onStep, onClose }: RequestDetailProps): ComponentChildren {
  const { sandbox } = useContents()
  const { id, method, path } = request
  return (
    <aside class="detail" aria-labelledby="detail-title">
      <header class="dialog-title">
        <h2 id="detail-title">Request {id}</h2>
        <span class="spacer" />
        <Button class="quiet" aria-label="Newer request" onClick={() => onStep(-1)} words="↑" />
        <Button class="quiet" aria-label="Older request" onClick={() => onStep(1)} words="↓" />
        <Button class="quiet" onClick={onClose} words="Close" />
      </header>
      <p class="request-line">
        <b>{method}</b> {path}
      </p>
      <RequestFacts of={request} />
      <Violations of={request} />
      <Messages of={request} />
      <Actions of={request} />
      <h3>Copy as</h3>
      <CodeChoice codes={requestLines(request, sandbox)} />
    </aside>
  )
}

function RequestFacts({ of: request }: { readonly of: RequestEntry }): ComponentChildren {
  const { at, status, code, durationMs, reason, operation, orderId, key, fault } = request
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    ['Status', <HttpStatus key="status" status={status} />],
    ['Why', reason],
    ['Code', code],
    ['Operation', operation],
    ['Order', orderId],
    ['Key', key],
    ['Fault', fault],
    ['Took', showSpan(durationMs)],
    ['At', showInstant(Date.parse(at))],
  ]
  return <Facts rows={facts} />
}

function Violations({ of: { violations } }: { readonly of: RequestEntry }): ComponentChildren {
  if (violations === undefined) return null
  return (
    <>
      <h3>Breaks the contract</h3>
      <ul class="plain-list">
        {violations.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </>
  )
}

/** What was sent both ways, as far as the journal holds it. */
function Messages({ of: { id } }: { readonly of: RequestEntry }): ComponentChildren {
  const { box } = useModel()
  const detail = useAnswer(() => box.requests.get(id), [box.name, id])
  if (detail === undefined) return null
  const { request, response } = detail
  return (
    <>
      <HeaderList title="Request headers" headers={request.headers} />
      <HeaderList title="Response headers" headers={response.headers} />
      {response.body !== '' && (
        <>
          <h3>{response.isCut ? 'Response body (its first 4 kB)' : 'Response body'}</h3>
          <CodeBox code={response.body} what="response body" />
        </>
      )}
    </>
  )
}

interface HeaderListProps {
  readonly title: string
  readonly headers: Readonly<Record<string, string>>
}

function HeaderList({ title, headers }: HeaderListProps): ComponentChildren {
  return (
    <details>
      <summary>{title}</summary>
      <Facts rows={Object.entries(headers)} />
    </details>
  )
}

/** Goes back to before the request, sends it again, or lets the next one like it fail. */
function Actions({ of: request }: { readonly of: RequestEntry }): ComponentChildren {
  const model = useModel()
  const { sandbox, faults } = useContents()
  const action = useAction()
  const { id, operation } = request
  const rewind = async (): Promise<void> => {
    await model.box.rewind({ beforeRequest: id })
    await loadSandbox(model)
    model.update({ notice: { words: `Rewound to before request ${id}`, changes: [] } })
  }
  const replay = async (): Promise<void> => {
    const status = await sendAgain(request, sandbox)
    model.update({ notice: { words: `Sent again: answered with ${status}`, changes: [] } })
  }
  const fail = async (): Promise<void> => {
    const fault = { kind: 'status', status: 503, times: 1 } as const
    const only = OPERATIONS.find((each) => each === operation)
    await model.box.faults.set([{ ...fault, ...(only !== undefined && { operation: only }) }, ...faults])
  }
  return (
    <>
      <div class="buttons">
        <Button onClick={() => void action.run(rewind)} words="Rewind to before this" />
        <Button onClick={() => void action.run(replay)} words="Replay" />
        <Button
          onClick={() => void action.run(fail, { words: 'The next one like it will fail with 503' })}
          words="Make the next one fail"
        />
      </div>
      <Failure of={action} />
    </>
  )
}

/** With the key of the sandbox, because the journal keeps none. */
async function sendAgain({ method, path }: RequestEntry, { baseUrl, apiKey }: SandboxSummary): Promise<number> {
  const { pathname } = new URL(baseUrl)
  const { status } = await fetch(`${pathname}${path}`, { method, headers: { Authorization: `Bearer ${apiKey}` } })
  return status
}
