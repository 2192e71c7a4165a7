import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ToolError } from '../../input/index.js'
import { networkReason } from '../../contract/index.js'
import { type Json, parseJson } from '../../spec/index.js'
import type { RunPlan } from '../verify-options.js'
import { isHttpUrl } from './broker/broker-options.js'
import { connectBroker } from './broker/connect-broker.js'
import { splitCredentials } from './broker/credentials.js'
import { type HalClient, linkOf, type Resource } from './broker/hal-client.js'
import { consumerVersionOf, fetchPactsForVerification } from './broker/pacts-for-verification.js'
import { type Interaction, interactionsOf } from './interaction.js'
import { member, text } from './json-members.js'

/** A pact that is to be verified. */
export interface LoadedPact {
  /** Who expects it, and, where a broker says so, in which version; nobody for the contract of the package. */
  readonly consumer: { readonly name: string; readonly label: string } | undefined
  /** Without credentials, for messages. */
  readonly source: string
  readonly interactions: readonly Interaction[]
  /** Where its result may be published; only a Pact Broker says so. */
  readonly broker: { readonly client: HalClient; readonly resource: Resource } | undefined
}

const OWN_CONTRACT = fileURLToPath(new URL('../../../contracts/pacts/', import.meta.url))

type Wanted = Pick<RunPlan, 'baseUrl' | 'pacts' | 'defaultPact' | 'provider' | 'broker' | 'timeoutMs'>

/**
 * Reads the contract that ships with the package, and the pacts beside it: files, folders with `*.json`, URLs, and what
 * a Pact Broker selects.
 *
 * @throws {ToolError} exit code 2, if a file cannot be read, or is not a pact of the provider; exit code 3, if a URL or
 *   the broker cannot be reached or refuses
 */
export async function loadPacts(wanted: Wanted): Promise<LoadedPact[]> {
  const own = wanted.defaultPact ? (await filesOf(OWN_CONTRACT)).map((file) => loadOwn(file)) : []
  const given = wanted.pacts.map((source) => (isHttpUrl(source) ? loadUrl(source, wanted) : loadFiles(source, wanted)))
  return (await Promise.all([...own, ...given, loadFromBroker(wanted)])).flat()
}

async function loadOwn(file: string): Promise<LoadedPact[]> {
  // Its paths are what follows the base URL, whatever that ends in.
  const interactions = interactionsOf(await readPact(file), '') ?? []
  return [{ consumer: undefined, source: file, interactions, broker: undefined }]
}

async function loadFiles(source: string, wanted: Wanted): Promise<LoadedPact[]> {
  const files = await filesOf(source)
  return Promise.all(files.map(async (file) => asLoaded(await readPact(file), { source: file, wanted })))
}

async function loadUrl(source: string, wanted: Wanted): Promise<LoadedPact[]> {
  const client = connectBroker(source, wanted.broker, wanted.timeoutMs)
  const { url } = splitCredentials(new URL(source))
  return [asLoaded(await client.get(url.href), { source: url.href, wanted, client })]
}

async function loadFromBroker(wanted: Wanted): Promise<LoadedPact[]> {
  const { broker, provider, timeoutMs } = wanted
  if (broker.url === undefined || broker.selectPacts === false) return []
  const client = connectBroker(broker.url, broker, timeoutMs)
  const pacts = await fetchPactsForVerification(client, provider, broker)
  return pacts.map(({ resource, isPending }) => {
    const loaded = asLoaded(resource, { source: linkOf(resource, 'self') ?? client.url, wanted, client })
    return isPending ? { ...loaded, interactions: loaded.interactions.map((one) => ({ ...one, isPending })) } : loaded
  })
}

function asLoaded(
  pact: Json,
  { source, wanted, client }: { source: string; wanted: Wanted; client?: HalClient },
): LoadedPact {
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
  const resource = pact as Resource
  const name = text(member(member(pact, 'consumer'), 'name')) || 'a consumer'
  const consumer = { name, label: [name, consumerVersionOf(resource)].filter(Boolean).join(' ') }
  const canPublish = client !== undefined && linkOf(resource, 'pb:publish-verification-results') !== undefined
  return { consumer, source, interactions, broker: canPublish ? { client, resource } : undefined }
}

async function readPact(file: string): Promise<Json> {
  try {
    return parseJson(await readFile(file, 'utf8'))
  } catch (error) {
    throw new ToolError(`Cannot read the pact ${file}: ${networkReason(error as Error)}`)
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
    throw new ToolError(`Cannot read the pact ${path}: ${networkReason(error as Error)}`)
  }
}
