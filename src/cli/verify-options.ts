import type { VerifyOptions } from '../verify/index.js'
import type { CommandContext } from './command-context.js'
import { flag, option, type OptionValues } from './option.js'
import { keys, provider, report, timeoutMs } from './options.js'
import {
  collect,
  collectHeaders,
  collectList,
  readContent,
  readDuration,
  readInteger,
  readObjects,
  readRate,
  readText,
} from './read-option.js'

/** The names are those of `VerifyOptions`, wherever a value is handed on as it is. */
export const VERIFY_OPTIONS = {
  keys,
  states: option('--states <where>', 'how to reach provider states: a URL, a .mjs or a .json file', readText),
  statesHeaders: option("--states-header <'Name: value'>", 'sent with requests for states; repeatable', collectHeaders),
  pacts: option('--pact <where>', 'pact file, folder or URL; repeatable (also PACT_URL)', collect),
  defaultPact: flag('--no-default-pact', 'leave out the contract that ships with the package'),
  provider,
  filterConsumers: option('--filter-consumer <name>', "verify only this consumer's pacts; repeatable", collect),
  filterDescriptions: option('--filter-description <regex>', 'verify only these interactions; repeatable', collect),
  checks: option('--checks <names>', 'which of pact, openapi and model, with commas; by default all', collectList),
  runs: option('--runs <count>', 'how many random sequences to run against the model', readInteger(), 100),
  minRuns: option('--min-runs <count>', 'how many of them to run even beyond --time-budget', readInteger(), 0),
  seed: option('--seed <number>', 'repeat the sequences of an earlier run', readInteger()),
  rerun: option('--rerun <report.json>', 'check only what failed in this JSON report', readText),
  rate: option('--rate <requests per second>', 'how many to send at most; a 429 is always waited for', readRate),
  timeBudgetMs: option(
    '--time-budget <duration>',
    'time limit for the model; what it has not reached by then is skipped. Also limits how long the run waits in all for a provider that answers 429. A plain number is seconds (default: 30s, or up to 2min until each rule has been tried once; 5min for 429)',
    readDuration('s'),
  ),
  headers: option("--header <'Name: value'>", 'header to send with every request; repeatable', collectHeaders),
  cert: option('--cert <file>', 'client certificate for the provider, its states and brokers (PEM)', readContent),
  certKey: option('--cert-key <file>', 'its private key, if that is in a file of its own (PEM)', readContent),
  timeoutMs: timeoutMs(10_000),
  statesTimeoutMs: option('--states-timeout <duration>', 'how long a state may take', readDuration('ms', 1), 60_000),
  waitForMs: option('--wait-for <duration>', 'how long to wait until the provider answers', readDuration('s')),
  report: report(['pretty']),
  bail: flag('--bail', 'end the run at the first violation'),
  requireAllStates: flag('--require-all-states', 'fail the run if a check is skipped'),
}

/** A Pact Broker's; the names are those of its part of `VerifyOptions`. */
export const BROKER_OPTIONS = {
  url: option(
    '--broker <url>',
    'Pact Broker or PactFlow to fetch pacts from (also PACT_BROKER_BASE_URL); its credentials come from PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD',
    readText,
  ),
  consumerVersionSelectors: option(
    '--consumer-version-selectors <json>',
    'which pacts of the broker to verify; by default [{"mainBranch":true},{"deployedOrReleased":true}]',
    readObjects,
  ),
  consumerVersionTags: option('--consumer-version-tag <tag>', 'the latest pacts with this tag; repeatable', collect),
  ignoreNoPacts: flag('--ignore-no-pacts', 'succeed even if the broker has no matching pact'),
  enablePending: flag('--enable-pending', 'let pending pacts fail without failing the run; needs --provider-branch'),
  includeWipPactsSince: option('--include-wip-pacts-since <date>', 'also verify newer work in progress', readText),
  publish: flag('--publish', 'publish the result of each pact to the broker; needs --provider-version'),
  providerVersion: option('--provider-version <version>', 'version of the provider, such as a commit', readText),
  providerBranch: option('--provider-branch <branch>', 'branch of the provider', readText),
  buildUrl: option('--build-url <url>', 'link to the build that publishes', readText),
}

/**
 * Where pacts come from, and where results go. The variables are those that every tool of Pact reads. A webhook of a Pact
 * Broker gives `PACT_URL`: then that pact is verified, and none is selected.
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
