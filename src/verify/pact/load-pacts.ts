import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ToolError } from '../../input/index.js'
import { Slots } from '../../contract/index.js'
import { reasonOf } from '../../node/index.js'
import { type Json, parseJson } from '../../spec/index.js'
import type { RunPlan } from '../verify-options.js'
import { isHttpUrl, type PactFilters } from './broker/broker-options.js'
import { accessTo, splitCredentials } from './broker/credentials.js'
import { HalClient, linkOf, withoutQuery } from './broker/hal-client.js'
import {
  consumerVersionOf,
  fetchPactsForVerification,
  NoPactsError,
  type Notice,
} from './broker/pacts-for-verification.js'
import { type Interaction, interactionsOf } from './interaction.js'
import { type JsonObject, member, text } from '../json-members.js'

/** A pact that is to be verified. */
export interface LoadedPact {
  /** Who expects it, and, where a broker says so, in which version; nobody for the contract of the package. */
  readonly consumer: { readonly name: string; readonly label: string } | undefined
  readonly interactions: readonly Interaction[]
  /** Where its result may be published, and what else a Pact Broker says of it. */
  readonly broker:
    | { readonly client: HalClient; readonly resource: JsonObject; readonly notices: readonly Notice[] }
    | undefined
}

const OWN_CONTRACT = fileURLToPath(new URL('../../../contracts/pacts/', import.meta.url))

type Wanted = Pick<
  RunPlan,
  'baseUrl' | 'pacts' | 'defaultPact' | 'provider' | 'broker' | 'filters' | 'timeoutMs' | 'route'
>

/**
 * Reads the contract that ships with the package, and the pacts beside it: files, folders with `*.json`, URLs, and what
 * a Pact Broker selects.
 *
 * @returns the pacts, and a note if the broker has none and may have none
 * @throws {ToolError} exit code 2, if a file cannot be read, or is not a pact of the provider, or the filters leave nothing;
 *   exit code 3, if a URL or the broker cannot be reached or refuses
 */
export async function loadPacts(wanted: Wanted): Promise<{ pacts: readonly LoadedPact[]; note: string | undefined }> {
  const own = wanted.defaultPact ? (await filesOf(OWN_CONTRACT)).map((file) => loadOwn(file)) : []
  const slots = new Slots(AT_A_TIME)
  const given = wanted.pacts.map((source) =>
    isHttpUrl(source) ? slots.use(1, () => loadUrl(source, wanted)) : loadFiles(source, wanted),
  )
  let note: string | undefined
  const selected = loadFromBroker(wanted).catch((error: unknown) => {
    if (!(error instanceof NoPactsError) || wanted.broker.ignoreNoPacts !== true) throw error
    note = error.message
    return []
  })
  const pacts = (await Promise.all([...own, ...given, selected])).flat()
  return { pacts: filtered(pacts, wanted.filters), note }
}

const AT_A_TIME = 4

function filtered(pacts: readonly LoadedPact[], { consumers, descriptions }: PactFilters): LoadedPact[] {
  const isWanted = (claim: string) => descriptions.length === 0 || descriptions.some((pattern) => pattern.test(claim))
  const left = pacts
    .filter(({ consumer }) => consumers.length === 0 || consumers.includes(consumer?.name ?? ''))
    .map((pact) => ({ ...pact, interactions: pact.interactions.filter(({ description }) => isWanted(description)) }))
  if (consumers.length + descriptions.length === 0 || left.some(({ interactions }) => interactions.length > 0))
    return left
  const names = [...new Set(pacts.flatMap(({ consumer }) => consumer?.name ?? []))]
  throw new ToolError(
    `No interaction matches --filter-consumer and --filter-description. Consumers: ${names.join(', ') || 'none'}.`,
  )
}

async function loadOwn(file: string): Promise<LoadedPact[]> {
  // Its paths are what follows the base URL, whatever that ends in.
  return [{ consumer: undefined, interactions: interactionsOf(await readPact(file), '') ?? [], broker: undefined }]
}

async function loadFiles(source: string, wanted: Wanted): Promise<LoadedPact[]> {
  const files = await filesOf(source)
  return Promise.all(files.map(async (file) => loaded(await readPact(file), file, wanted)))
}

async function loadUrl(source: string, wanted: Wanted): Promise<LoadedPact[]> {
  const client = clientFor(source, wanted)
  const { url } = splitCredentials(source)
  const resource = await client.send('GET', url.href)
  return [withBroker(loaded(resource, withoutQuery(url), wanted), { client, resource, notices: [] })]
}

async function loadFromBroker(wanted: Wanted): Promise<LoadedPact[]> {
  const { broker, provider } = wanted
  if (broker.url === undefined || broker.selectPacts === false) return []
  const client = clientFor(broker.url, wanted)
  const pacts = await fetchPactsForVerification(client, provider, broker)
  return pacts.map(({ resource, isPending, notices }) => {
    const pact = loaded(resource, linkOf(resource, 'self') ?? client.baseUrl.href, wanted)
    const interactions = pact.interactions.map((one) => (isPending ? { ...one, isPending } : one))
    return withBroker({ ...pact, interactions }, { client, resource, notices })
  })
}

function clientFor(address: string, { broker, timeoutMs, route }: Wanted): HalClient {
  const { base, authorization } = accessTo(address, broker)
  return new HalClient(base, authorization, { timeoutMs, route })
}

function withBroker(pact: LoadedPact, broker: NonNullable<LoadedPact['broker']>): LoadedPact {
  return linkOf(broker.resource, 'pb:publish-verification-results') === undefined ? pact : { ...pact, broker }
}

function loaded(pact: Json, source: string, wanted: Wanted): LoadedPact {
  const interactions = interactionsOf(pact, new URL(wanted.baseUrl).pathname)
  if (interactions === undefined)
    throw new ToolError(`Cannot use ${source}: it is not a pact file (it has no "interactions").`)
  const provider = text(member(member(pact, 'provider'), 'name'))
  if (provider !== '' && provider !== wanted.provider) {
    throw new ToolError(
      `Cannot use ${source}: it is a pact with "${provider}", not with "${wanted.provider}". ` +
        `If that is what is verified here, say so: --provider '${provider}'.`,
    )
  }
  const name = text(member(member(pact, 'consumer'), 'name')) || 'a consumer'
  const version = consumerVersionOf(pact)
  return { consumer: { name, label: version === '' ? name : `${name} ${version}` }, interactions, broker: undefined }
}

async function readPact(file: string): Promise<Json> {
  try {
    return parseJson(await readFile(file, 'utf8'))
  } catch (error) {
    throw new ToolError(`Cannot read the pact ${file}: ${reasonOf(error)}`)
  }
}

async function filesOf(source: string): Promise<string[]> {
  if (!(await isFolder(source))) return [source]
  const names = (await readdir(source)).filter((name) => name.endsWith('.json')).toSorted()
  if (names.length === 0) throw new ToolError(`Cannot use ${source}: there is no pact file (*.json) in it.`)
  return names.map((name) => join(source, name))
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory()
  } catch (error) {
    throw new ToolError(`Cannot read the pact ${path}: ${reasonOf(error)}`)
  }
}
