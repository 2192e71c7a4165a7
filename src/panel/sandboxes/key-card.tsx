import type { ComponentChildren } from 'preact'
import { CodeChoice } from '../parts/code-box.js'
import { CopyButton } from '../parts/copy-button.js'
import { Facts } from '../parts/facts.js'
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
  ]
  return (
    <section class="card" aria-labelledby="key-title">
      <h2 id="key-title">Use it</h2>
      <Facts
        rows={facts.map(([name = '', value = '']) => [
          name,
          <span key={name}>
            <code>{value}</code> <CopyButton text={value} what={name} />
          </span>,
        ])}
      />
      <CodeChoice codes={readyLines(sandbox)} />
    </section>
  )
}
