import { networkInterfaces } from 'node:os'
import { painter, printable } from '../node/index.js'
import type { RunningServer } from '../server/index.js'
import type { CommandContext } from './command-context.js'
import { showCounts } from './scenarios.js'

/** A server, and the control token that it made up; one that was given is a secret, and never printed. */
interface Announced {
  readonly server: RunningServer
  readonly madeUpToken: string | undefined
}

/** Tells a person where everything is, with a line that works when pasted. */
export function announcePretty({ server, madeUpToken }: Announced, { stdout, colors }: CommandContext): void {
  const { baseUrl, origin, apiKey, controlToken, mock, data, extraOperations, pact } = server
  const { scenario, counts } = mock.sandbox()
  const panelUrl = panelUrlOf({ server, madeUpToken })
  const paint = painter(colors)
  const strong = (text: string): string => paint('bold', text)
  const line = (label: string, text: string, note = ''): string =>
    `  ${paint('dim', label)}${' '.repeat(11 - label.length)}${text}${note === '' ? '' : `  ${paint('dim', note)}`}`
  const title = mock.scenarioNames.includes(scenario) ? (mock.scenario(scenario).title ?? '') : ''
  const token = madeUpToken === undefined ? paint('dim', 'as given') : strong(madeUpToken)
  const lines = [
    '',
    `  ${strong('orders-mock')} is standing in for the Store Orders Service.`,
    '',
    line('API', strong(baseUrl)),
    ...addressesOf(server).map((url) => line('Others', strong(url))),
    line('Key', strong(apiKey)),
    line('Scenario', `${strong(scenario)}  ${showCounts(counts)}`),
    ...(title === '' ? [] : [line('', paint('dim', printable(title)))]),
    ...(data ? [line('Data', data.folder, showData(data))] : []),
    ...(panelUrl ? [line('Panel', strong(panelUrl)), line('Reference', `${origin}/docs`)] : []),
    line('Contract', `${origin}/openapi.yaml`),
    ...(extraOperations ? [line('Extra', `${origin}/openapi-extra.yaml`, showExtra(extraOperations))] : []),
    ...(pact ? [line('Pact', pact.file, `what ${pact.recording.consumer} asks from now on`)] : []),
    line('Control', `${origin}/__mock`),
    ...(controlToken === undefined ? [] : [line('Token', token)]),
    '',
    line('Try it', `curl -H ${quote(`Authorization: Bearer ${apiKey}`)} ${baseUrl}/store/orders`),
    line('Scenarios', `use the key ${strong(`${apiKey}~shipped`)}; \`orders-mock scenarios\` lists all`),
    '',
    `  ${paint('dim', 'Press Ctrl+C to stop.')}`,
    '',
  ]
  stdout.write(`${lines.join('\n')}\n`)
}

/** Tells a program the same in one line of JSON. */
export function announceJson({ server, madeUpToken: controlToken }: Announced, { stdout }: CommandContext): void {
  const { baseUrl, origin, apiKey, mock, data, extraOperations } = server
  const { scenario } = mock.sandbox()
  const panelUrl = panelUrlOf({ server, madeUpToken: controlToken })
  stdout.write(
    `${JSON.stringify({ event: 'listening', baseUrl, key: apiKey, scenario, panelUrl, controlUrl: `${origin}/__mock`, controlToken, data: data && { folder: data.folder, restored: data.isRestored }, extraOperations: extraOperations?.operationIds })}\n`,
  )
}

/** Where other machines reach the API, if they do. */
function addressesOf({ baseUrl, host }: RunningServer): string[] {
  if (host !== '0.0.0.0' && host !== '::') return []
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return addresses
    .filter(({ internal, family, scopeid = 0 }) => !internal && (family === 'IPv4' || (host === '::' && scopeid === 0)))
    .map(({ family, address }) => baseUrl.replace('127.0.0.1', family === 'IPv4' ? address : `[${address}]`))
}

/** The panel's address; with the token in it only if that was made up. */
function panelUrlOf({ server: { panelUrl }, madeUpToken }: Announced): string | undefined {
  return madeUpToken === undefined ? panelUrl?.replace(/#.*$/, '') : panelUrl
}

function showData({ isRestored }: NonNullable<RunningServer['data']>): string {
  return isRestored ? 'restored, so --scenario does not apply' : 'new; all sandboxes are saved here'
}

function showExtra({ file, operationIds }: NonNullable<RunningServer['extraOperations']>): string {
  const count = operationIds.length === 1 ? '1 operation' : `${operationIds.length} operations`
  return `${count} of ${file}, mocked by Prism`
}

/** Quotes a word for a POSIX shell. */
function quote(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`
}
