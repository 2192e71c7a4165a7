import type { Json } from '../spec/index.js'
import { choice, flag, limit, MAX_TIMEOUT_MS, type OptionSpec, optionalText, repeatable, text } from './option-spec.js'
import {
  collectList,
  readCount,
  readDuration,
  readInteger,
  readObjects,
  readPort,
  readRate,
  showDuration,
} from './read-option.js'

type LogFormat = 'pretty' | 'json' | 'silent'

/** Ten minutes. */
const MAX_LATENCY_MS = 600_000

/**
 * Every option of every command. Each may also come from the environment, as `ORDERS_MOCK_<NAME>`; what is given on the
 * command line goes first.
 */
export const OPTIONS = {
  port: {
    flags: '--port <port>',
    help: 'port to listen on; 0 picks a free one',
    default: 4010,
    reader: () => readPort,
  },
  host: text('--host <host>', 'address to listen on', '127.0.0.1'),
  key: {
    flags: '--key <key>',
    help: 'API key; give several by repeating it, or with commas: serve accepts them all, verify uses the first. Any page in a browser can use a key that it knows, such as the default one',
    default: ['test-key'],
    reader: collectList,
    show: String,
  },
  log: choice<LogFormat>('--log <format>', 'what to print', ['pretty', 'json', 'silent']),
  timeout: limit('--timeout <duration>', 'how long the provider may take to answer, such as 500ms or 10s', 10_000),
  statesTimeout: limit(
    '--states-timeout <duration>',
    'how long a provider state may take to be set up or torn down',
    60_000,
  ),
  waitFor: {
    flags: '--wait-for <duration>',
    help: 'how long to wait at the start until the provider answers, such as 60s',
    default: undefined,
    reader: () => readDuration('s', { mostMs: MAX_TIMEOUT_MS }),
  } as OptionSpec<number | undefined>,

  cert: optionalText('--cert <file>', 'client certificate for the provider, its states and brokers (PEM)'),
  certKey: optionalText('--cert-key <file>', 'its private key, if that is in a file of its own (PEM)'),
  scenario: text('--scenario <name>', 'scenario to start from; `orders-mock scenarios` lists them', 'default'),
  fixtures: optionalText('--fixtures <dir>', 'folder of scenario files, added to the built-in scenarios'),
  sunset: optionalText('--sunset <date>', 'when deprecated operations are switched off'),
  now: optionalText('--now <instant>', 'where the clock starts; by default at the real time'),
  latency: {
    flags: '--latency <duration>',
    help: 'how long to delay every response, such as 200ms or 1s',
    default: 0,
    reader: () => readDuration('ms', { mostMs: MAX_LATENCY_MS }),
    show: showDuration,
  },
  maxSandboxes: {
    flags: '--max-sandboxes <count>',
    help: 'how many sandboxes keys may create, and as many the control API (not counting main); the least recently used are evicted',
    default: 10_000,
    reader: () => readCount(1),
  },
  node: optionalText('--node <name>', 'prefix of generated sandbox names, for use behind a load balancer'),
  controlToken: optionalText(
    '--control-token <token>',
    'token that the control API requires; generated when other machines can reach the host',
  ),
  data: optionalText('--data <dir>', 'folder in which sandboxes survive restarts (their journals do not)'),
  watch: flag('--watch', 'reload scenario files when they change; needs --fixtures'),
  openapi: optionalText(
    '--openapi <file>',
    'OpenAPI description of extra operations, which Prism mocks beside the API; the start takes a second longer',
  ),
  recordPact: optionalText('--record-pact <file>', 'write a pact of what clients ask of the mock; needs --consumer'),
  consumer: optionalText('--consumer <name>', 'name of the front end whose pact is recorded'),
  pactKey: text('--pact-key <key>', 'key that the recorded pact sends', 'test-key'),
  validate: flag('--validate', 'check every response against the API description'),
  panel: { flags: '--no-panel', help: 'serve neither the control panel nor the API reference', default: true },
  open: flag('--open', 'open the control panel in the browser'),

  url: optionalText('--url <url>', 'address of a running mock; without it the agent gets one of its own'),

  baseUrl: optionalText('--base-url <url>', 'check only requests to this API; by default, every URL below a /v1'),
  sameClock: flag('--same-clock', 'compare the times of the files, which one clock has recorded'),
  failOnFinding: flag('--fail-on-finding', 'end with exit code 1 if there was a finding'),
  record: optionalText('--record <file>', 'at the end, write what was seen of the provider as a scenario'),

  states: optionalText('--states <where>', 'how to reach provider states: a URL, a module (.mjs) or a map (.json)'),
  statesHeader: repeatable(
    "--states-header <'Name: value'>",
    'header to send with every request for a state; repeatable',
  ),
  pact: repeatable(
    '--pact <where>',
    'pact file, folder or URL, beside the contract that ships with the package; repeatable (also PACT_URL)',
  ),
  defaultPact: {
    flags: '--no-default-pact',
    help: 'leave out the contract that ships with the package',
    default: true,
  },
  provider: text('--provider <name>', 'what pacts call the provider', 'store-orders-service'),
  broker: optionalText(
    '--broker <url>',
    'Pact Broker or PactFlow to fetch pacts from (also PACT_BROKER_BASE_URL); its credentials come from ' +
      'PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD',
  ),
  consumerVersionSelectors: {
    flags: '--consumer-version-selectors <json>',
    help: 'which pacts of the broker to verify; by default [{"mainBranch":true},{"deployedOrReleased":true}]',
    default: undefined,
    reader: () => readObjects,
  } as OptionSpec<readonly Json[] | undefined>,
  consumerVersionTag: repeatable(
    '--consumer-version-tag <tag>',
    "verify the pacts of each consumer's latest version with this tag; repeatable",
  ),
  ignoreNoPacts: flag('--ignore-no-pacts', 'succeed even if the broker has no matching pact'),
  filterConsumer: repeatable('--filter-consumer <name>', "verify only this consumer's pacts; repeatable"),
  filterDescription: repeatable(
    '--filter-description <regex>',
    'verify only interactions whose description matches; repeatable',
  ),
  enablePending: flag(
    '--enable-pending',
    'report failures of pacts that the broker calls pending as notes; needs --provider-branch',
  ),
  includeWipPactsSince: optionalText(
    '--include-wip-pacts-since <date>',
    'also verify work in progress: pacts of other branches, published since this date (2026-11-01)',
  ),
  publish: flag('--publish', 'publish the result of each pact to the broker; needs --provider-version'),
  providerVersion: optionalText('--provider-version <version>', 'version of the provider, such as a commit'),
  providerBranch: optionalText('--provider-branch <branch>', 'branch of the provider'),
  buildUrl: optionalText('--build-url <url>', 'link to the build that publishes'),
  checks: {
    flags: '--checks <names>',
    help: 'which of pact, openapi and model, with commas; by default all',
    default: undefined,
    reader: collectList,
  } as OptionSpec<readonly string[] | undefined>,
  runs: {
    flags: '--runs <count>',
    help: 'how many random sequences to run against the model',
    default: 100,
    reader: () => readInteger,
  },
  minRuns: {
    flags: '--min-runs <count>',
    help: 'how many of them to run even if they take longer than --time-budget',
    default: 0,
    reader: () => readInteger,
  },
  seed: {
    flags: '--seed <number>',
    help: 'repeat the sequences of an earlier run',
    default: undefined,
    reader: () => readInteger,
  } as OptionSpec<number | undefined>,
  rerun: optionalText('--rerun <report.json>', 'check only what failed in this JSON report, with the same sequences'),
  rate: {
    flags: '--rate <requests per second>',
    help: 'how many requests to send per second at most; a 429 slows the run down in any case, for as long as that helps',
    default: undefined,
    reader: () => readRate,
  } as OptionSpec<number | undefined>,
  timeBudget: {
    flags: '--time-budget <duration>',
    help: 'time limit for the model; what it has not reached by then is skipped. Also limits how long the run waits in all for a provider that answers 429. A plain number is seconds (default: 30s, or up to 2min until each rule was tried once; 2min for 429)',
    default: undefined,
    reader: () => readDuration('s'),
  } as OptionSpec<number | undefined>,
  header: repeatable("--header <'Name: value'>", 'header to send with every request; repeatable'),
  report: {
    flags: '--report <form[=file]>',
    help: 'pretty, json, junit, github or markdown; repeatable',
    default: ['pretty'],
    reader: collectList,
    show: String,
  },
  bail: flag('--bail', 'end the run at the first violation'),
  requireAllStates: flag('--require-all-states', 'fail the run if a check is skipped'),
} satisfies Record<string, OptionSpec<unknown>>

/** The name of an option, as a program reads it: `maxSandboxes` for `--max-sandboxes`. */
export type OptionName = keyof typeof OPTIONS

/** The environment variable of an option. */
export function variableOf(name: string): string {
  return `ORDERS_MOCK_${name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`
}
