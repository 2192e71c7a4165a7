import type { VerifyOptions } from '../verify/index.js'
import type { CommandContext } from './command-context.js'
import { flag, option, type OptionValues } from './option.js'
import { key, provider, report, timeout } from './options.js'
import { collect, collectList, readDuration, readInteger, readObjects, readRate, readText } from './read-option.js'

/** Which pacts are verified, and where their results go. */
const PACT_OPTIONS = {
  pact: option(
    '--pact <where>',
    'pact file, folder or URL, beside the contract that ships with the package; repeatable (also PACT_URL)',
    collect,
  ),
  defaultPact: flag('--no-default-pact', 'leave out the contract that ships with the package'),
  provider,
  broker: option(
    '--broker <url>',
    'Pact Broker or PactFlow to fetch pacts from (also PACT_BROKER_BASE_URL); its credentials come from PACT_BROKER_TOKEN, or PACT_BROKER_USERNAME and PACT_BROKER_PASSWORD',
    readText,
  ),
  consumerVersionSelectors: option(
    '--consumer-version-selectors <json>',
    'which pacts of the broker to verify; by default [{"mainBranch":true},{"deployedOrReleased":true}]',
    readObjects,
  ),
  consumerVersionTag: option(
    '--consumer-version-tag <tag>',
    "verify the pacts of each consumer's latest version with this tag; repeatable",
    collect,
  ),
  ignoreNoPacts: flag('--ignore-no-pacts', 'succeed even if the broker has no matching pact'),
  filterConsumer: option('--filter-consumer <name>', "verify only this consumer's pacts; repeatable", collect),
  filterDescription: option(
    '--filter-description <regex>',
    'verify only interactions whose description matches; repeatable',
    collect,
  ),
  enablePending: flag(
    '--enable-pending',
    'report failures of pacts that the broker calls pending as notes; needs --provider-branch',
  ),
  includeWipPactsSince: option(
    '--include-wip-pacts-since <date>',
    'also verify work in progress: pacts of other branches, published since this date (2026-11-01)',
    readText,
  ),
  publish: flag('--publish', 'publish the result of each pact to the broker; needs --provider-version'),
  providerVersion: option('--provider-version <version>', 'version of the provider, such as a commit', readText),
  providerBranch: option('--provider-branch <branch>', 'branch of the provider', readText),
  buildUrl: option('--build-url <url>', 'link to the build that publishes', readText),
}

export const VERIFY_OPTIONS = {
  key,
  states: option('--states <where>', 'how to reach provider states: a URL, a module (.mjs) or a map (.json)', readText),
  statesHeader: option(
    "--states-header <'Name: value'>",
    'header to send with every request for a state; repeatable',
    collect,
  ),
  ...PACT_OPTIONS,
  checks: option('--checks <names>', 'which of pact, openapi and model, with commas; by default all', collectList),
  runs: option('--runs <count>', 'how many random sequences to run against the model', readInteger(), 100),
  minRuns: option(
    '--min-runs <count>',
    'how many of them to run even if they take longer than --time-budget',
    readInteger(),
    0,
  ),
  seed: option('--seed <number>', 'repeat the sequences of an earlier run', readInteger()),
  rerun: option(
    '--rerun <report.json>',
    'check only what failed in this JSON report, with the same sequences',
    readText,
  ),
  rate: option(
    '--rate <requests per second>',
    'how many requests to send per second at most; a 429 is waited for in any case',
    readRate,
  ),
  timeBudget: option(
    '--time-budget <duration>',
    'time limit for the model; what it has not reached by then is skipped. Also limits how long the run waits in all for a provider that answers 429. A plain number is seconds (default: 30s, or up to 2min until each rule was tried once; 5min for 429)',
    readDuration('s'),
  ),
  header: option("--header <'Name: value'>", 'header to send with every request; repeatable', collect),
  cert: option('--cert <file>', 'client certificate for the provider, its states and brokers (PEM)', readText),
  certKey: option('--cert-key <file>', 'its private key, if that is in a file of its own (PEM)', readText),
  timeout,
  statesTimeout: option(
    '--states-timeout <duration>',
    'how long a provider state may take to be set up or torn down',
    readDuration('ms', { leastMs: 1 }),
    60_000,
  ),
  waitFor: option(
    '--wait-for <duration>',
    'how long to wait at the start until the provider answers, such as 60s',
    readDuration('s'),
  ),
  report,
  bail: flag('--bail', 'end the run at the first violation'),
  requireAllStates: flag('--require-all-states', 'fail the run if a check is skipped'),
}

type PactSources = Pick<
  VerifyOptions,
  'pacts' | 'defaultPact' | 'provider' | 'broker' | 'filterConsumers' | 'filterDescriptions'
>

/**
 * Where pacts come from, and where results go. The variables are those that every tool of Pact reads. A webhook of a Pact
 * Broker gives `PACT_URL`: then that pact is verified, and none is selected.
 */
export function readPactSources(flags: OptionValues<typeof PACT_OPTIONS>, env: CommandContext['env']): PactSources {
  const {
    pact = [],
    defaultPact,
    provider: providerName,
    broker,
    filterConsumer,
    filterDescription,
    ...options
  } = flags
  const variable = (name: string) => env[`PACT_${name}`] || undefined
  const pactUrl = variable('URL')
  return {
    defaultPact,
    provider: providerName,
    filterConsumers: filterConsumer,
    filterDescriptions: filterDescription,
    pacts: pactUrl === undefined ? pact : [...pact, pactUrl],
    broker: {
      ...options,
      consumerVersionTags: options.consumerVersionTag,
      url: broker ?? variable('BROKER_BASE_URL'),
      token: variable('BROKER_TOKEN'),
      username: variable('BROKER_USERNAME'),
      password: variable('BROKER_PASSWORD'),
      selectPacts: pactUrl === undefined,
    },
  }
}
