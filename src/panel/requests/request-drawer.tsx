import type { ComponentChildren } from 'preact'
import type { MockRequest } from '../control/schemas.js'
import { CodeBox } from '../parts/code-box.js'
import { Dialog } from '../parts/dialog.js'
import { HttpStatus } from '../parts/status-badge.js'
import { showInstant, showSpan } from '../parts/times.js'
import { useContents } from '../state/panel-context.js'
import { curlLine } from './curl-line.js'

interface RequestDrawerProps {
  readonly request: MockRequest
  readonly onClose: () => void
}

/** All that the journal knows of one request. */
export function RequestDrawer({ request, onClose }: RequestDrawerProps): ComponentChildren {
  const { sandbox } = useContents()
  const { id, at, method, path, status, code, durationMs, reason, operation, orderId, key, fault } = request
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
  return (
    <Dialog title={`Request ${id}`} kind="drawer" onClose={onClose}>
      <p class="request-line">
        <b>{method}</b> {path}
      </p>
      <dl class="facts">
        {facts
          .filter(([, value]) => value !== undefined)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <Violations of={request} />
      <h3>As curl</h3>
      <CodeBox code={curlLine(request, sandbox)} what="curl line" />
    </Dialog>
  )
}

function Violations({ of: { violations } }: { readonly of: MockRequest }): ComponentChildren {
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
