import { choice, flag, option } from './option.js'
import { collectList, readDuration, readInteger, readText } from './read-option.js'

// What several commands have.
const port = (byDefault: number) =>
  option('--port <port>', 'port to listen on; 0 picks a free one', readInteger(0, 65_535), byDefault)
const host = option('--host <host>', 'address to listen on', readText, '127.0.0.1')
const log = choice('--log <format>', 'what to print', ['pretty', 'json', 'silent'])
const scenario = option('--scenario <name>', 'scenario to start from; see `orders-mock scenarios`', readText, 'default')
const fixtures = option('--fixtures <dir>', 'folder of scenario files, added to the built-in scenarios', readText)
const data = option('--data <dir>', 'folder in which sandboxes survive restarts (their journals do not)', readText)
const controlToken = option('--control-token <token>', 'control API token; generated for a public host', readText)
const record = option('--record <file>', 'at the end, write what the provider showed as a scenario', readText)
export const keys = option(
  '--key <key>',
  'API key; give several by repeating it, or with commas: serve accepts them all, verify uses the first. Any page in a browser can use a key that it knows, such as the default one',
  collectList,
  ['test-key'],
)
export const provider = option('--provider <name>', 'what pacts call the provider', readText, 'store-orders-service')
export const timeoutMs = (byDefault: number) =>
  option('--timeout <duration>', 'how long the provider may take to answer', readDuration('ms', 1), byDefault)
export const report = (byDefault: readonly string[]) =>
  option('--report <form[=file]>', 'pretty, json, junit, github or markdown; repeatable', collectList, byDefault)

export const SERVE_OPTIONS = {
  port: port(4010),
  host,
  scenario,
  fixtures,
  watch: flag('--watch', 'reload scenario files when they change; needs --fixtures'),
  keys,
  sunset: option('--sunset <date>', 'when deprecated operations are switched off', readText),
  now: option('--now <instant>', 'where the clock starts; by default at the real time', readText),
  latencyMs: option('--latency <duration>', 'how long to delay every response', readDuration('ms', 0, 600_000), 0),
  maxSandboxes: option(
    '--max-sandboxes <count>',
    'how many sandboxes keys may create, and as many the control API (not counting main); the least recently used are evicted',
    readInteger(1),
    10_000,
  ),
  node: option('--node <name>', 'prefix of generated sandbox names, for use behind a load balancer', readText),
  data,
  controlToken,
  tlsCert: option('--tls-cert <file>', 'certificate with its chain, to serve HTTPS (PEM); needs --tls-key', readText),
  tlsKey: option('--tls-key <file>', 'private key of --tls-cert (PEM)', readText),
  openapi: option('--openapi <file>', 'OpenAPI description of extra operations, which Prism mocks', readText),
  recordPact: option('--record-pact <file>', 'write a pact of what clients ask; needs --consumer', readText),
  consumer: option('--consumer <name>', 'name of the front end whose pact is recorded', readText),
  provider,
  pactKey: option('--pact-key <key>', 'key that the recorded pact sends', readText, 'test-key'),
  validate: flag('--validate', 'check every response against the API description'),
  panel: flag('--no-panel', 'serve neither the control panel nor the API reference'),
  open: flag('--open', 'open the control panel in the browser'),
  log,
}

export const PROXY_OPTIONS = {
  port: port(4010),
  host,
  record,
  timeoutMs: timeoutMs(30_000),
  log,
  report: report([]),
  failOnFinding: flag('--fail-on-finding', 'end with exit code 1 if there was a finding'),
}

export const AUDIT_OPTIONS = {
  baseUrl: option('--base-url <url>', 'check only requests to this API; by default, every URL below a /v1', readText),
  isSameClock: flag('--same-clock', 'treat the times in all files as those of one clock, and check in time order'),
  record,
  report: report(['pretty']),
}

export const MCP_OPTIONS = {
  url: option('--url <url>', 'address of a running mock; without it the agent gets one of its own', readText),
  allowModules: flag('--allow-modules', 'let the agent run modules of this machine as provider states'),
  controlToken,
  port: port(0),
  scenario,
  fixtures,
  keys,
  data,
}
