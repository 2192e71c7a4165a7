import { choice, flag, option } from './option.js'
import { collectList, readDuration, readInteger, readSeedOrFile, readText } from './read-option.js'

// The options of several commands.
const port = (byDefault: number) =>
  option('--port <port>', 'port to listen on; 0 picks a free one', readInteger(0, 65_535), byDefault)
const host = option('--host <host>', 'address to listen on', readText, '127.0.0.1')
const log = choice('--log <format>', 'log format', ['pretty', 'json', 'silent'])
const scenario = option('--scenario <name>', 'scenario to start from; see `orders-mock scenarios`', readText, 'default')
const fixtures = option('--fixtures <dir>', 'folder of scenario files, added to the built-in scenarios', readText)
const data = option('--data <dir>', 'folder in which to persist sandboxes (without journals) across restarts', readText)
const controlToken = option(
  '--control-token <token>',
  'token for the control API; generated if --host is not loopback',
  readText,
)
const record = option('--record <file>', 'when done, write the orders and pets seen as a scenario', readText)
export const keys = option(
  '--key <key>',
  'API key. To set several, repeat the option or separate them with commas: serve accepts all of them, verify uses the first. Any web page can use a key it knows, such as the default one',
  collectList,
  ['test-key'],
)
export const provider = option('--provider <name>', 'name of the provider in pacts', readText, 'store-orders-service')
export const timeoutMs = (byDefault: number) =>
  option('--timeout <duration>', "maximum time for the provider's response", readDuration('ms', 1), byDefault)
export const report = (byDefault: readonly string[]) =>
  option(
    '--report <form[=file]>',
    'pretty, html, json, junit, github, markdown or ctrf; repeatable',
    collectList,
    byDefault,
  )

export const learn = option(
  '--learn <file>',
  'write the choices that the provider makes where the specification leaves them open, for serve --freedoms',
  readText,
)

export const SERVE_OPTIONS = {
  port: port(4010),
  host,
  scenario,
  fixtures,
  watch: flag('--watch', 'reload scenario files when they change; needs --fixtures'),
  keys,
  sunset: option('--sunset <date>', 'date on which deprecated operations are switched off', readText),
  now: option('--now <instant>', 'timestamp at which the clock starts (default: the current time)', readText),
  freedoms: option(
    '--freedoms <seed|file>',
    'what to do where the specification leaves it open: a number draws every choice, a file sets choices (see contracts/freedoms.md)',
    readSeedOrFile,
  ),
  latencyMs: option('--latency <duration>', 'how long to delay every response', readDuration('ms', 0, 600_000), 0),
  maxSandboxes: option(
    '--max-sandboxes <count>',
    'maximum number of sandboxes created by keys, and, separately, of sandboxes created by the control API (main does not count); the least recently used one is evicted first',
    readInteger(1),
    10_000,
  ),
  node: option('--node <name>', 'prefix of generated sandbox names, for use behind a load balancer', readText),
  data,
  controlToken,
  tlsCert: option('--tls-cert <file>', 'certificate with its chain, to serve HTTPS (PEM); needs --tls-key', readText),
  tlsKey: option('--tls-key <file>', 'private key of --tls-cert (PEM)', readText),
  openapi: option('--openapi <file>', 'OpenAPI description of additional operations, to be mocked by Prism', readText),
  openapiAllow: option(
    '--openapi-allow <folder|origin>',
    'folder or origin (https://example.com) to which $refs in this description may lead, in addition to its own folder; repeatable',
    collectList,
    [],
  ),
  recordPact: option('--record-pact <file>', "record the clients' requests as a pact; requires --consumer", readText),
  consumer: option('--consumer <name>', 'name of the front end whose pact is recorded', readText),
  provider,
  pactKey: option('--pact-key <key>', 'API key to use in the recorded pact', readText, 'test-key'),
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
  failOnFinding: flag('--fail-on-finding', 'exit with code 1 if there are findings'),
}

export const baseline = option(
  '--baseline <file>',
  'report the violations in this file as known: only others fail the run',
  readText,
)

export const writeBaseline = option(
  '--write-baseline <file>',
  'write the violations of this run to a baseline, and end with exit code 0',
  readText,
)

export const AUDIT_OPTIONS = {
  baseUrl: option('--base-url <url>', 'base URL of the API to check; default: every URL below a /v1', readText),
  isSameClock: flag(
    '--same-clock',
    'assume that the times in all files come from one clock, and check all requests in chronological order',
  ),
  record,
  learn,
  baseline,
  writeBaseline,
  report: report(['pretty']),
}

export const MCP_OPTIONS = {
  url: option('--url <url>', 'address of a running mock to control; without it, a new mock is started', readText),
  allowModules: flag('--allow-modules', 'let the agent run modules of this machine as provider states'),
  controlToken,
  port: port(0),
  scenario,
  fixtures,
  keys,
  data,
}
