import type { ComponentChildren } from 'preact'
import { CopyButton } from '../parts/buttons.js'
import { CodeChoice } from '../parts/code-box.js'
import { Card, Facts } from '../parts/view.js'
import { useContents } from '../state/panel-model.js'
import { readyLines } from './ready-lines.js'

/** How a client reaches the sandbox that is shown. */
export function KeyCard() {
  const { sandbox } = useContents()
  const { apiKey, baseUrl, panelUrl } = sandbox
  return (
    <Card title="Use it">
      <Facts rows={[copied('API key', apiKey), copied('Base address', baseUrl), copied('Panel link', panelUrl)]} />
      <CodeChoice codes={readyLines(sandbox)} />
    </Card>
  )
}

function copied(name: string, value: string | undefined): readonly [string, ComponentChildren] {
  if (value === undefined) return [name, undefined]
  const shown = (
    <>
      <code>{value}</code> <CopyButton text={value} what={name} />
    </>
  )
  return [name, shown]
}
