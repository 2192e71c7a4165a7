import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeValue, findOperation } from '../../contract/index.js'
import { ToolError } from '../../input/index.js'
import { readText, reasonOf } from '../../node/index.js'
import { sh } from '../../shell/index.js'
import { isObject, type Json, type JsonObject, parseJson, stringifyJson } from '../../spec/index.js'
import { member, text } from '../json-members.js'
import type { RunPlan } from '../verify-options.js'
import { type BrokerPact, fetchPact, fetchPacts } from './broker.js'
import { isHttpUrl } from './broker-options.js'

export type LoadedPact = ReturnType<typeof loaded>

/** One interaction of a pact file, with what the verifier needs to know of it. */
export type Interaction = ReturnType<typeof readInteraction>

const OWN_CONTRACT = fileURLToPath(new URL('../../../contracts/pacts/', import.meta.url))

/**
 * Reads the built-in pact, and additional pacts: files, folders with `*.json`, URLs, and what
 * a Pact Broker selects.
 * @throws {ToolError} exit code 2, if one is not a pact of the provider, or none is left; 3, if one cannot be fetched
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
    const pact = await readText(file, 'the pact').then(parseJson).catch(unreadable(file))
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
    if (error instanceof ToolError) throw error
    throw new ToolError(`Cannot read the pact ${path}: ${reasonOf(error)}.`)
  }
}

function loaded(pact: Json, source: string, plan: RunPlan, broker?: BrokerPact) {
  const unusable = (what: string, exitCode?: 3) => new ToolError(`Cannot use ${source}: ${what}`, exitCode)
  // What a server returns in place of a pact is its mistake.
  if (!isObject(pact) || (pact['interactions'] ?? pact['messages'] ?? null) === null)
    throw unusable('it is not a pact file (it has no "interactions").', broker && 3)
  const provider = text(member(pact['provider'] ?? pact['producer'], 'name'))
  if (provider !== '' && provider !== plan.provider) {
    const whose = `its provider is "${provider}", not "${plan.provider}".`
    throw unusable(`${whose} To verify that provider, pass ${sh`--provider ${provider}`.text}.`)
  }
  const consumer = text(member(member(pact, 'consumer'), 'name')) || 'a consumer'
  // A broker says in which version.
  const version = text(member(member(member(pact, '_links'), 'pb:consumer-version'), 'name'))
  // What the ids and the names of its checks begin with.
  const [id, label] = [`${slug(consumer)}.`, `${`${consumer} ${version}`.trim()}: `]
  const { pathname } = new URL(plan.baseUrl)
  // Version 3 of Pact has messages beside interactions.
  const kinds = [['interactions', {}] as const, ['messages', { type: 'Asynchronous/Messages' }] as const]
  const interactions = kinds.flatMap(([kind, more]) => {
    const list = pact[kind] ?? []
    if (!Array.isArray(list)) throw unusable(`${kind} is ${describeValue(list)}, not a list.`)
    return list.map((one, index) => {
      if (!isObject(one)) throw unusable(`${kind}[${index}] is ${describeValue(one)}, not an object.`)
      const place = `${kind}[${index}] ("${text(one['description'])}")`
      return readInteraction(pact, { ...one, ...more }, pathname, (what) => unusable(`${place}: ${what}`))
    })
  })
  return { consumer, id, label, interactions, broker }
}

function readInteraction(pact: JsonObject, one: JsonObject, basePath: string, unusable: (what: string) => ToolError) {
  const { request, pending, type = 'Synchronous/HTTP' } = one
  const states = statesOf(one, unusable)
  const others = Object.entries(one).filter(([name]) => name !== 'pending' && !LIKE_STATES.test(name))
  const headers = member(request, 'headers')
  const fields = isObject(headers) ? Object.entries(headers).filter(([name]) => !OF_CONNECTION.test(name)) : []
  const status = Number(member(one['response'], 'status') ?? 200)
  // With a length that its body does not have, Pact's verifier would wait without end.
  const sent = isObject(request) && { request: { ...request, headers: Object.fromEntries(fields) } }
  const description = text(one['description'])
  const isHttp = type === 'Synchronous/HTTP'
  return {
    description,
    claim: isHttp ? `${description} returns ${status}` : description,
    /** Why no HTTP request can verify it: it is a message. */
    unverifiable: isHttp ? undefined : `no HTTP request can verify an interaction of the type "${text(type)}"`,
    states,
    clause: status === 401 ? 'Authentication' : clauseOf(request, basePath),
    status,
    requestHeaders: new Set(fields.map(([name]) => name.toLowerCase())),
    /** The consumer does not count on it yet. */
    isPending: pending === true,
    comments: commentsOf(one['comments']),
    brokerId: text(one['_id']),
    /** A whole pact with this interaction alone. Pact itself would let a pending one pass, and misses states in old spellings. */
    pact: { ...pact, interactions: [{ ...Object.fromEntries(others), ...sent, providerStates: states }] },
  }
}

/** Headers of one connection, and of how a body is written there. */
export const OF_CONNECTION =
  /^(?:host|connection|keep-alive|expect|content-length|transfer-encoding|trailer|content-encoding)$/i

/** The spellings that implementations of Pact have had, from version 3 to the first one; of several, the first counts. */
const STATES = ['providerStates', 'providerState', 'provider_state', 'producer_state']
const NO_STATES = /^(?:null|""|\[\])$/
const LIKE_STATES = /^(?:provider|producer)[-_ ]?states?$/i

/** @throws {ToolError} exit code 2, if a state cannot be read: without it, the interaction would pass in any state */
function statesOf(one: JsonObject, unusable: (what: string) => ToolError) {
  const given = Object.keys(one).filter((name) => LIKE_STATES.test(name) && !NO_STATES.test(stringifyJson(one[name])))
  const unknown = given.find((name) => !STATES.includes(name))
  if (unknown !== undefined) throw unusable(`Pact has no "${unknown}". Use providerStates: [{"name": "…"}].`)
  const field = STATES.find((name) => given.includes(name)) ?? ''
  const value = one[field] ?? []
  return [value].flat().map((state, index) => {
    const { name, params = null } = isObject(state) ? state : { name: state }
    if (typeof name === 'string' && name !== '' && (isObject(params) || params === null))
      return { name, ...(params && { params }) }
    const place = Array.isArray(value) ? `${field}[${index}]` : field
    throw unusable(`${place} is ${describeValue(state)}. Use a name, or {"name": "…", "params": {…}}.`)
  })
}

// Version 4 of Pact: {"text": ["…"], "testname": "…"}.
function commentsOf(comments: Json | undefined): string[] {
  const test = text(member(comments, 'testname'))
  return [...[member(comments, 'text')].flat().map(text), test && `test: ${test}`].filter(Boolean)
}

function clauseOf(request: Json | undefined, basePath: string): string {
  const method = text(member(request, 'method')).toUpperCase() || 'GET'
  const path = pathBelow(basePath, text(member(request, 'path')) || '/')
  return findOperation({ method, path, headers: {} })?.operation.clause ?? 'Endpoints'
}

/**
 * The path below the base URL that a pact's path means. Consumers write down the whole path, or what follows their own
 * base URL, so what the base path ends in and the pact's path begins with is the same: below `/api/v1` are
 * `/api/v1/store/orders`, `/v1/store/orders` and `/store/orders` one address.
 */
export function pathBelow(basePath: string, path: string): string {
  const base = basePath.split('/').filter(Boolean)
  const endings = base.map((_, from) => `/${base.slice(from).join('/')}`)
  const shared = endings.find((ending) => path.startsWith(`${ending}/`)) ?? ''
  return path.slice(shared.length)
}

/** Turns a text into a part of an id: `A list of orders` becomes `a-list-of-orders`. */
export function slug(description: string): string {
  return description
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
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
  const known = `Consumers: ${[...names].filter(Boolean).join(', ')}.`
  throw new ToolError(`No interaction matches --filter-consumer and --filter-description. ${known}`)
}
