import type { VerifyOptions } from '../verify/index.js'
import type { CommandContext } from './command-context.js'
import { flag, option, type OptionValues } from './option.js'
import { baseline, keys, learn, provider, report, timeoutMs, writeBaseline } from './options.js'
import {
  collect,
  collectHeaders,
  collectList,
  readDuration,
  readInteger,
  readObjects,
  readRate,
  readText,
} from './read-option.js'

/** Named as in `VerifyOptions`, unless the value is converted. */
export const VERIFY_OPTIONS = {
  keys,
  states: option('--states <where>', 'how to set up provider states: a URL, a .mjs or a .json file', readText),
  statesHeaders: option(
    "--states-header <'Name: value'>",
    'header of provider-state requests; repeatable',
    collectHeaders,
  ),
  pacts: option('--pact <where>', 'pact file, folder or URL; repeatable (also PACT_URL)', collect),
  defaultPact: flag('--no-default-pact', 'skip the built-in pact'),
  provider,
  filterConsumers: option('--filter-consumer <name>', "verify only this consumer's pacts; repeatable", collect),
  filterDescriptions: option('--filter-description <regex>', 'verify only these interactions; repeatable', collect),
  checks: option('--checks <names>', 'checks to run, comma-separated (default: pact,openapi,model)', collectList),
  runs: option('--runs <count>', 'number of random request sequences to run in the model check', readInteger(), 100),
  minRuns: option('--min-runs <count>', 'sequences to run even if --time-budget is exceeded', readInteger(), 0),
  seed: option('--seed <number>', 'repeat the sequences of an earlier run', readInteger()),
  rerun: option('--rerun <report.json>', 'rerun only the checks that failed in this JSON report', readText),
  rate: option('--rate <requests per second>', 'maximum request rate; a 429 is always retried', readRate),
  timeBudgetMs: option(
    '--time-budget <duration>',
    'time limit for the model check and the openapi check, which gets at least half; whatever has not run by then is skipped. Also limits the total time the run waits after 429 responses. A number without a unit is in seconds (default: 60s for the rules of the model check, 30s for its random sequences; 2min for openapi, 5min for 429)',
    readDuration('s'),
  ),
  headers: option("--header <'Name: value'>", 'header to send with every request; repeatable', collectHeaders),
  cert: option('--cert <file>', 'client certificate for the provider, its states and brokers (PEM)', readText),
  certKey: option('--cert-key <file>', 'private key of the client certificate, if in a separate file', readText),
  timeoutMs: timeoutMs(10_000),
  statesTimeoutMs: option(
    '--states-timeout <duration>',
    'maximum time to set up or tear down a state',
    readDuration('ms', 1),
    60_000,
  ),
  waitForMs: option('--wait-for <duration>', 'maximum time to wait at the start for the provider', readDuration('s')),
  restart: option(
    '--restart <command>',
    'command that crashes the provider and starts it again; checks that the provider remembers what it confirmed',
    readText,
  ),
  report: report(['pretty']),
  learn,
  baseline,
  writeBaseline,
  bail: flag('--bail', 'end the run at the first violation'),
  requireAllStates: flag('--require-all-states', 'fail the run if a check is skipped'),
}

export const BROKER_OPTIONS = {
  url: option(
    '--broker <url>',
    'Pact Broker or PactFlow to fetch pacts from (also PACT_BROKER_BASE_URL); its credentials come from PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD',
    readText,
  ),
  consumerVersionSelectors: option(
    '--consumer-version-selectors <json>',
    'selectors for the pacts to fetch from the broker (JSON); default: [{"mainBranch":true},{"deployedOrReleased":true}]',
    readObjects,
  ),
  consumerVersionTags: option(
    '--consumer-version-tag <tag>',
    'verify the latest pacts with this tag; repeatable',
    collect,
  ),
  ignoreNoPacts: flag('--ignore-no-pacts', 'succeed even if the broker has no matching pact'),
  enablePending: flag('--enable-pending', 'pending pacts do not fail the run; requires --provider-branch'),
  includeWipPactsSince: option(
    '--include-wip-pacts-since <date>',
    'also verify work-in-progress pacts published since this date',
    readText,
  ),
  publish: flag('--publish', 'publish the result of each pact to the broker; requires --provider-version'),
  providerVersion: option('--provider-version <version>', 'version of the provider, such as a commit hash', readText),
  providerBranch: option('--provider-branch <branch>', 'branch of the provider', readText),
  buildUrl: option('--build-url <url>', 'URL of the build that publishes the results', readText),
}

/**
 * Sources of pacts and destination of results, from the options and from the variables that every Pact tool reads. If a
 * webhook of a Pact Broker sets `PACT_URL`, only that pact is verified.
 */
export function readPactSources(
  pacts: readonly string[] = [],
  broker: OptionValues<typeof BROKER_OPTIONS>,
  env: CommandContext['env'],
): Pick<VerifyOptions, 'pacts' | 'broker'> {
  const variable = (name: string) => env[`PACT_${name}`] || undefined
  const pactUrl = variable('URL')
  return {
    pacts: pactUrl === undefined ? pacts : [...pacts, pactUrl],
    broker: {
      ...broker,
      url: broker.url ?? variable('BROKER_BASE_URL'),
      token: variable('BROKER_TOKEN'),
      username: variable('BROKER_USERNAME'),
      password: variable('BROKER_PASSWORD'),
      selectPacts: pactUrl === undefined,
    },
  }
}
