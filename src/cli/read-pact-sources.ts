import type { VerifyOptions } from '../verify/index.js'
import type { OptionValues } from './add-options.js'
import type { CommandContext } from './command-context.js'

type PactFlags = OptionValues<
  | 'pact'
  | 'defaultPact'
  | 'provider'
  | 'broker'
  | 'consumerVersionSelectors'
  | 'consumerVersionTag'
  | 'ignoreNoPacts'
  | 'filterConsumer'
  | 'filterDescription'
  | 'enablePending'
  | 'includeWipPactsSince'
  | 'publish'
  | 'providerVersion'
  | 'providerBranch'
  | 'buildUrl'
>

type PactSources = Pick<
  VerifyOptions,
  'pacts' | 'defaultPact' | 'provider' | 'broker' | 'filterConsumers' | 'filterDescriptions'
>

/**
 * Where pacts come from, and where results go. The variables are those that every tool of Pact reads. A webhook of a Pact
 * Broker gives `PACT_URL`: then that pact is verified, and none is selected.
 */
export function readPactSources(flags: PactFlags, env: CommandContext['env']): PactSources {
  const { pact = [], defaultPact, provider, broker, filterConsumer, filterDescription, ...options } = flags
  const variable = (name: string) => env[`PACT_${name}`] || undefined
  const pactUrl = variable('URL')
  return {
    defaultPact,
    provider,
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
