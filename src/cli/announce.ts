import { networkInterfaces } from 'node:os'
import { counted, type Paint, painter, printable, printableJson } from '../node/index.js'
import type { RunningServer } from '../server/index.js'
import { listLine } from '../shell/index.js'
import type { CommandContext } from './command-context.js'
import { showCounts } from './scenarios.js'

/** Prints all addresses: for a person with a command to paste, for a program as a line of JSON. */
export function announce(
  running: RunningServer,
  { log, controlToken: given }: { readonly log: 'pretty' | 'json'; readonly controlToken: string | undefined },
  { stdout, colors }: CommandContext,
): void {
  const panelUrl = running.panelUrl?.replace(/#.*$/, '')
  // A given token is a secret, and never printed.
  const server = given === undefined ? running : { ...running, controlToken: undefined, panelUrl }
  const lines = log === 'json' ? [jsonLine(server)] : prettyLines(server, given, painter({ colors }))
  stdout.write(`${lines.join('\n')}\n`)
}

function prettyLines(server: RunningServer, givenToken: string | undefined, paint: Paint): string[] {
  const { baseUrl, origin, apiKey, controlToken, panelUrl, mock, data, extraOperations: extra, pact } = server
  const { scenario, counts } = mock.sandbox()
  const strong = (text: string): string => paint('bold', printable(text))
  const line = (label: string, text: string, note = ''): string =>
    `  ${paint('dim', label)}${' '.repeat(11 - label.length)}${text}${note === '' ? '' : `  ${paint('dim', note)}`}`
  const saved = data?.isRestored ? 'restored; --scenario is ignored' : 'new; sandboxes are persisted here'
  const mocked = counted(extra?.operationIds.length ?? 0, 'operation')
  const title = mock.scenarioNames.includes(scenario) ? (mock.scenario(scenario).title ?? '') : ''
  const token = givenToken === undefined ? controlToken && strong(controlToken) : paint('dim', 'set by --control-token')
  return [
    '',
    `  ${strong('orders-mock')} is serving a mock of the Store Orders Service.`,
    '',
    line('API', strong(baseUrl)),
    ...addressesOf(server).map((url) => line('Network', strong(url))),
    line('Key', strong(apiKey)),
    line('Scenario', `${strong(scenario)}  ${showCounts(counts)}`),
    ...(title === '' ? [] : [line('', paint('dim', printable(title)))]),
    ...(data ? [line('Data', printable(data.folder), saved)] : []),
    ...(panelUrl ? [line('Panel', strong(panelUrl)), line('Reference', `${origin}/docs`)] : []),
    line('Contract', `${origin}/openapi.yaml`),
    ...(extra
      ? [line('Extra', `${origin}/openapi-extra.yaml`, `${mocked} of ${printable(extra.file)}, mocked by Prism`)]
      : []),
    ...(pact
      ? [line('Pact', printable(pact.file), `recording the requests of ${printable(pact.recording.consumer)}`)]
      : []),
    line('Control', `${origin}/__mock`),
    ...(token === undefined ? [] : [line('Token', token)]),
    '',
    line('Try it', listLine(server)),
    line('Scenarios', `use the key ${strong(`${apiKey}~shipped`)}; \`orders-mock scenarios\` lists them`),
    '',
    `  ${paint('dim', 'Press Ctrl+C to stop.')}`,
    '',
  ]
}

function jsonLine(server: RunningServer): string {
  const { baseUrl, origin, apiKey: key, panelUrl, controlToken, mock, data, extraOperations } = server
  const { scenario } = mock.sandbox()
  const line = JSON.stringify({
    event: 'listening',
    baseUrl,
    key,
    scenario,
    panelUrl,
    controlUrl: `${origin}/__mock`,
    controlToken,
    data: data && { folder: data.folder, restored: data.isRestored },
    extraOperations: extraOperations?.operationIds,
  })
  return printableJson(line)
}

/** Where other machines reach the API, if they do. */
function addressesOf({ baseUrl, host }: RunningServer): string[] {
  if (host !== '0.0.0.0' && host !== '::') return []
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return addresses
    .filter(({ internal, family, scopeid = 0 }) => !internal && (family === 'IPv4' || (host === '::' && scopeid === 0)))
    .map(({ family, address }) => baseUrl.replace('127.0.0.1', family === 'IPv4' ? address : `[${address}]`))
}
