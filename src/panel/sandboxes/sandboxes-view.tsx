import { useEffect, useState } from 'preact/hooks'
import type { SandboxSummary } from '../../control-client/index.js'
import { listLine, sh } from '../../shell/index.js'
import { Button, CodeBox, NewButton } from '../parts/buttons.js'
import { Field } from '../parts/field.js'
import { clientLines, fetchOf, literal } from '../parts/formats.js'
import { FormDialog, line, matches } from '../parts/form-dialog.js'
import { Counts } from '../parts/icon.js'
import { Card, Item, View } from '../parts/view.js'
import { goTo, loadSandboxes, openNew } from '../state/load.js'
import { boxHere, contentsHere, openDialog, reset, run, state } from '../state/panel-state.js'
import { readScenario, saveFile, writeScenario } from '../state/situation-text.js'
import { DeleteSandboxes, SandboxListCard } from './sandbox-list-card.js'
import { SnapshotCard } from './snapshot-card.js'

const REFRESH_MS = 5000

const NAME = matches(/^[A-Za-z0-9._-]{1,100}$/, 'Use up to 100 letters, digits, dots, dashes and underscores.')

export function SandboxesView() {
  const [text, setText] = useState('')
  useEffect(() => {
    // Numbers of requests and times of use change without a separate event.
    const refresh = (): void => void loadSandboxes().catch(() => {})
    refresh()
    const timer = setInterval(refresh, REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <View
      title="Sandboxes"
      tools={<Field label="Search sandboxes" type="search" value={text} onInput={setText} />}
      head={<NewButton onClick={() => openDialog(<NewSandboxDialog />)} words="New sandbox" />}
    >
      <div class="columns">
        <div class="stack">
          <SandboxListCard wanted={text.trim().toLowerCase()} />
          <ScenarioList />
        </div>
        <div class="stack">
          <SandboxCard />
          <SnapshotCard />
          <Card title="Connect to this sandbox">
            <CodeBox what="lines" codes={readyLines(contentsHere().sandbox)} />
          </Card>
        </div>
      </div>
    </View>
  )
}

function SandboxCard() {
  const { sandbox } = contentsHere()
  const box = boxHere()
  // The panel in the page of another application has no YAML.
  const hasYaml = sandbox.panelUrl !== undefined
  const save = async (format: 'yaml' | 'json'): Promise<void> =>
    saveFile(`${box.name}.${format}`, await writeScenario(await box.state(), format))
  const load = async (input: HTMLInputElement): Promise<void> => {
    const [file] = input.files ?? []
    if (file !== undefined) await run(async () => await box.restore(await readScenario(file)), `${file.name} loaded`)
    // So that the same file can be loaded again.
    input.value = ''
  }
  return (
    <Card title={sandbox.name}>
      <div class="lines buttons">
        {hasYaml && <Button onClick={() => void run(() => save('yaml'))} words="Save as YAML" />}
        <Button onClick={() => void run(() => save('json'))} words="Save as JSON" />
        <label class="lines button">
          Load scenario file
          <input
            class="unseen"
            type="file"
            accept={hasYaml ? '.yaml,.yml,.json' : '.json'}
            onChange={({ currentTarget }) => void load(currentTarget)}
          />
        </label>
        <DeleteSandboxes names={sandbox.name === 'main' ? [] : [sandbox.name]} />
      </div>
    </Card>
  )
}

function ScenarioList() {
  const { scenarios, sandboxName } = state.value
  return (
    <Card title="Scenarios" head={<span class="count">{scenarios.length}</span>}>
      <ul class="list">
        {scenarios.map(({ name, title, description, counts }) => (
          <Item
            key={name}
            title={name}
            hints={[
              <Counts counts={counts} />,
              <span title={description}>{[title, description].filter(Boolean).join('. ')}</span>,
            ]}
            about={`(${name})`}
            actions={[
              ['Reset to this', () => reset(name)],
              [sandboxName !== name && 'Open', () => goTo({ sandboxName: name })],
            ]}
          />
        ))}
      </ul>
    </Card>
  )
}

function NewSandboxDialog() {
  const scenarios = state.value.scenarios.map(({ name }) => [name, name] as const)
  return (
    <FormDialog
      title="New sandbox"
      button="Create sandbox"
      start={{ name: '', scenario: '' }}
      fields={() => [
        line('name', 'Name', 'generated', NAME),
        { member: 'scenario', label: 'Scenario', options: [['', 'the server’s default'], ...scenarios] },
      ]}
      save={({ name, scenario }) => run(() => openNew({ ...(name && { name }), ...(scenario && { scenario }) }))}
    />
  )
}

/** How a client reaches a sandbox: commands to paste, by where they go. */
function readyLines({ apiKey, baseUrl, scenario }: SandboxSummary): Readonly<Record<string, string>> {
  return {
    curl: listLine({ apiKey, baseUrl }),
    fetch: `${fetchOf({ method: 'GET', url: `${baseUrl}/store/orders`, headers: { Authorization: `Bearer ${apiKey}` } })}
// An id may have more digits than a number holds: read ids as strings.
const json = (await response.text()).replace(/"(id|petId)":(-?\\d+)/g, '"$1":"$2"')
const orders = JSON.parse(json)`,
    client: clientLines({ apiKey, baseUrl }, 'listOrders()'),
    '.env': `VITE_ORDERS_URL=${baseUrl}\nVITE_ORDERS_KEY=${sh`${apiKey}`.text}`,
    Playwright: `import { expect, test } from 'orders-mock/playwright'

test.use({ scenario: ${literal(scenario)} })

test('an order can be cancelled', async ({ page, mock }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Cancel order 1' }).click()
  await expect.poll(() => mock.requests.count({ operation: 'cancelOrder', status: 204 })).toBe(1)
})`,
    // The same scenario behind the same address and key, in the page itself.
    msw: `import { setupWorker } from 'msw/browser'
import { createOrdersHandlers } from 'orders-mock/msw'

const { handlers } = createOrdersHandlers({
  baseUrl: ${literal(baseUrl)},
  keys: [${literal(apiKey)}],
  scenario: ${literal(scenario)},
})
await setupWorker(...handlers).start()`,
  }
}
