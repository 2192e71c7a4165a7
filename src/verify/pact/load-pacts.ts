import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ToolError } from '../../input/index.js'
import { reasonOf } from '../../node/index.js'
import { type Json, parseJson } from '../../spec/index.js'
import { member, text } from '../json-members.js'
import type { RunPlan } from '../verify-options.js'
import { isHttpUrl, type PactFilters } from './broker/broker-options.js'
import { HalClient, linkOf, withoutQuery } from './broker/hal-client.js'
import { type BrokerPact, fetchPacts } from './broker/fetch-pacts.js'
import { interactionsOf, slug } from './interaction.js'

/** A pact that is to be verified. */
export type LoadedPact = ReturnType<typeof loaded>

const OWN_CONTRACT = fileURLToPath(new URL('../../../contracts/pacts/', import.meta.url))

/**
 * Reads the contract that ships with the package, and the pacts beside it: files, folders with `*.json`, URLs, and what
 * a Pact Broker selects.
 *
 * @returns the pacts, and a note if the broker has none and may have none
 * @throws {ToolError} exit code 2, if a file cannot be read, or is not a pact of the provider, or the filters leave nothing;
 *   exit code 3, if a URL or the broker cannot be reached or refuses
 */
export async function loadPacts(wanted: RunPlan): Promise<{ pacts: readonly LoadedPact[]; note: string | undefined }> {
  const own = wanted.defaultPact ? readFiles(OWN_CONTRACT, { ...wanted, provider: 'store-orders-service' }) : []
  const given = wanted.pacts.map((source) =>
    isHttpUrl(source) ? fetchPact(source, wanted) : readFiles(source, wanted),
  )
  const [contract, selected, ...others] = await Promise.all([own, selectedByBroker(wanted), ...given])
  // Nobody in particular expects the contract of the package.
  const pacts = [...contract.map((pact) => ({ ...pact, consumer: '', id: '', label: '' })), ...others.flat()]
  if (typeof selected === 'string') return { pacts: filtered(pacts, wanted.filters), note: selected }
  return { pacts: filtered([...pacts, ...selected], wanted.filters), note: undefined }
}

async function readFiles(source: string, wanted: RunPlan): Promise<LoadedPact[]> {
  const names = await reading(source, async () => {
    if (!(await stat(source)).isDirectory()) return ['']
    return (await readdir(source)).filter((name) => name.endsWith('.json')).toSorted()
  })
  if (names.length === 0) throw new ToolError(`Cannot use ${source}: there is no pact file (*.json) in it.`)
  const files = names.map((name) => join(source, name))
  const pacts = files.map((file) => reading(file, async () => parseJson(await readFile(file, 'utf8'))))
  return (await Promise.all(pacts)).map((pact, at) => loaded(pact, files[at] ?? source, wanted))
}

async function reading<Result>(path: string, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    throw new ToolError(`Cannot read the pact ${path}: ${reasonOf(error)}.`)
  }
}

async function fetchPact(address: string, wanted: RunPlan): Promise<LoadedPact[]> {
  const url = new URL(address)
  const client = clientFor(url, wanted)
  const resource = await client.send('GET', url.pathname + url.search)
  return [loaded(resource, withoutQuery(url), wanted, { client, resource, isPending: false, notices: [] })]
}

async function selectedByBroker(wanted: RunPlan): Promise<LoadedPact[] | string> {
  const { broker, provider } = wanted
  if (broker.url === undefined || broker.selectPacts === false) return []
  const pacts = await fetchPacts(clientFor(new URL(broker.url), wanted), provider, broker)
  if (typeof pacts === 'string') return pacts
  return pacts.map((pact) => loaded(pact.resource, linkOf(pact.resource, 'self') ?? 'a pact', wanted, pact))
}

/** The broker's credentials go to the broker alone; with no broker named, they are for whatever URL is given. */
function clientFor(url: URL, { broker, timeoutMs, route }: RunPlan): HalClient {
  const way = { timeoutMs, route }
  const at = broker.url === undefined ? undefined : new URL(broker.url)
  if (at?.origin === url.origin && url.pathname.startsWith(at.pathname)) return new HalClient(at, broker, way)
  return new HalClient(new URL('/', url), at === undefined ? broker : {}, way)
}

function loaded(pact: Json, source: string, wanted: RunPlan, broker?: BrokerPact) {
  const interactions = interactionsOf(pact, new URL(wanted.baseUrl).pathname)
  if (interactions === undefined)
    throw new ToolError(`Cannot use ${source}: it is not a pact file (it has no "interactions").`)
  const provider = text(member(member(pact, 'provider'), 'name'))
  if (provider !== '' && provider !== wanted.provider) {
    const whose = `it is a pact with "${provider}", not with "${wanted.provider}".`
    const way = `If that is what is verified here, say so: --provider '${provider}'.`
    throw new ToolError(`Cannot use ${source}: ${whose} ${way}`)
  }
  const consumer = text(member(member(pact, 'consumer'), 'name')) || 'a consumer'
  // A broker says in which version.
  const version = text(member(member(member(pact, '_links'), 'pb:consumer-version'), 'name'))
  // What the ids and the names of its checks begin with.
  const [id, label] = [`${slug(consumer)}.`, `${`${consumer} ${version}`.trim()}: `]
  return { consumer, id, label, interactions, broker }
}

function filtered(pacts: readonly LoadedPact[], { consumers, descriptions }: PactFilters): readonly LoadedPact[] {
  if (consumers.length + descriptions.length === 0) return pacts
  const isWanted = (claim: string) => descriptions.length === 0 || descriptions.some((pattern) => pattern.test(claim))
  const left = pacts
    .filter(({ consumer }) => consumers.length === 0 || consumers.includes(consumer))
    .map((pact) => ({ ...pact, interactions: pact.interactions.filter(({ description }) => isWanted(description)) }))
  if (left.some(({ interactions }) => interactions.length > 0)) return left
  const names = [...new Set(pacts.map(({ consumer }) => consumer).filter(Boolean))]
  throw new ToolError(
    `No interaction matches --filter-consumer and --filter-description. Consumers: ${names.join(', ') || 'none'}.`,
  )
}
