import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ToolError } from '../../input/index.js'
import { reasonOf } from '../../node/index.js'
import { type Json, parseJson } from '../../spec/index.js'
import { member, text } from '../json-members.js'
import type { RunPlan } from '../verify-options.js'
import { type BrokerPact, fetchPact, fetchPacts } from './broker.js'
import { isHttpUrl } from './broker-options.js'
import { interactionsOf, slug } from './interaction.js'

/** A pact that is to be verified. */
export type LoadedPact = ReturnType<typeof loaded>

const OWN_CONTRACT = fileURLToPath(new URL('../../../contracts/pacts/', import.meta.url))

/**
 * Reads the contract that ships with the package, and the pacts beside it: files, folders with `*.json`, URLs, and what
 * a Pact Broker selects.
 *
 * @throws {ToolError} exit code 2, if one is not a pact of the provider, or the filters leave nothing; 3, if one cannot be fetched
 */
export async function loadPacts(plan: RunPlan): Promise<readonly LoadedPact[]> {
  const contract = plan.defaultPact ? await readFiles(OWN_CONTRACT, { ...plan, provider: 'store-orders-service' }) : []
  // Nobody in particular expects the contract of the package.
  const pacts = contract.map((pact) => ({ ...pact, consumer: '', id: '', label: '' }))
  const fetched: BrokerPact[] = []
  for (const source of plan.pacts)
    if (isHttpUrl(source)) fetched.push(await fetchPact(source, plan))
    else pacts.push(...(await readFiles(source, plan)))
  const { url, selectPacts = true } = plan.broker
  if (url !== undefined && selectPacts) fetched.push(...(await fetchPacts(url, plan)))
  for (const pact of fetched) pacts.push(loaded(pact.resource, pact.source, plan, pact))
  return filtered(pacts, plan)
}

async function readFiles(source: string, plan: RunPlan): Promise<LoadedPact[]> {
  const pacts: LoadedPact[] = []
  for (const file of await filesIn(source).catch(unreadable(source))) {
    const pact = await readFile(file, 'utf8').then(parseJson).catch(unreadable(file))
    pacts.push(loaded(pact, file, plan))
  }
  if (pacts.length === 0) throw new ToolError(`Cannot use ${source}: there is no pact file (*.json) in it.`)
  return pacts
}

async function filesIn(source: string): Promise<string[]> {
  if (!(await stat(source)).isDirectory()) return [source]
  const names = (await readdir(source)).filter((name) => name.endsWith('.json'))
  return names.toSorted().map((name) => join(source, name))
}

function unreadable(path: string): (error: unknown) => never {
  return (error) => {
    throw new ToolError(`Cannot read the pact ${path}: ${reasonOf(error)}.`)
  }
}

function loaded(pact: Json, source: string, plan: RunPlan, broker?: BrokerPact) {
  const interactions = interactionsOf(pact, new URL(plan.baseUrl).pathname)
  if (interactions === undefined)
    throw new ToolError(`Cannot use ${source}: it is not a pact file (it has no "interactions").`)
  const provider = text(member(member(pact, 'provider'), 'name'))
  if (provider !== '' && provider !== plan.provider) {
    const whose = `it is a pact with "${provider}", not with "${plan.provider}".`
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

function filtered(pacts: readonly LoadedPact[], { filters }: RunPlan): readonly LoadedPact[] {
  const { consumers, descriptions } = filters
  if (consumers.length + descriptions.length === 0) return pacts
  const isWanted = (claim: string) => descriptions.length === 0 || descriptions.some((pattern) => pattern.test(claim))
  const left = pacts
    .filter(({ consumer }) => consumers.length === 0 || consumers.includes(consumer))
    .map((pact) => ({ ...pact, interactions: pact.interactions.filter(({ description }) => isWanted(description)) }))
  if (left.some(({ interactions }) => interactions.length > 0)) return left
  const names = new Set(pacts.map(({ consumer }) => consumer))
  throw new ToolError(
    `No interaction matches --filter-consumer and --filter-description. Consumers: ${[...names].filter(Boolean).join(', ')}.`,
  )
}
