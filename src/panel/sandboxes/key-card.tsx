import type { ComponentChildren } from 'preact'
import { CodeChoice } from '../parts/code-box.js'
import { CopyButton } from '../parts/copy-button.js'
import { addressOf } from '../shell/address.js'
import { useContents } from '../state/panel-model.js'
import { readyLines } from './ready-lines.js'

/** How a client reaches the sandbox that is shown. */
export function KeyCard(): ComponentChildren {
  const { sandbox } = useContents()
  const facts = [
    ['API key', sandbox.apiKey],
    ['Base address', sandbox.baseUrl],
    ['Panel link', location.origin + addressOf(sandbox.name, 'orders')],
  ] as const
  return (
    <section class="card" aria-labelledby="key-title">
      <h2 id="key-title">Use it</h2>
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <code>{value}</code> <CopyButton text={value} what={name} />
            </dd>
          </div>
        ))}
      </dl>
      <CodeChoice codes={readyLines(sandbox)} />
    </section>
  )
}
