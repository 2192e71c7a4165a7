import type { ServerResponse } from 'node:http'
import type { PactStore, PublishedPact, PublishedResult, Wanted } from './pact-store.js'

/** What the routes of a broker work on. */
export interface Here {
  readonly store: PactStore
  /** What links begin with. */
  readonly base: string
  readonly notices: readonly object[]
}

type Handler = (response: ServerResponse, names: readonly string[], body: string, here: Here) => void

/** Answers one request as a Pact Broker does. */
export function answer(
  response: ServerResponse,
  { method, path, body }: { method: string; path: string; body: string },
  here: Here,
): void {
  for (const [routed, pattern, handler] of ROUTES) {
    const match = routed === method ? pattern.exec(path) : null
    if (match !== null) return handler(response, match.slice(1).map(decodeURIComponent), body, here)
  }
  send(response, 404, { error: { code: 'not_found', message: 'The requested document was not found on this server.' } })
}

const ROUTES: readonly (readonly [method: string, path: RegExp, handler: Handler])[] = [
  ['GET', /^\/$/, index],
  ['POST', /^\/pacts\/provider\/([^/]+)\/for-verification$/, pactsForVerification],
  ['GET', /^\/pacts\/provider\/([^/]+)\/for-verification$/, describeSelection],
  ['GET', /^\/pacts\/provider\/[^/]+\/consumer\/[^/]+\/pact-version\/(\w+)$/, pact],
  ['POST', /^\/pacts\/provider\/([^/]+)\/consumer\/[^/]+\/pact-version\/(\w+)\/verification-results$/, publishResult],
  ['GET', /^\/pacticipants\/([^/]+)$/, pacticipant],
  ['PUT', /^\/pacticipants\/([^/]+)\/branches\/([^/]+)\/versions\/([^/]+)$/, putBranchVersion],
]

function index(response: ServerResponse, _: unknown, __: unknown, { base }: Here): void {
  const forVerification = { href: `${base}/pacts/provider/{provider}/for-verification`, templated: true }
  const links = {
    self: { href: base },
    'pb:provider-pacts-for-verification': forVerification,
  }
  send(response, 200, { _links: links })
}

function describeSelection(response: ServerResponse, [provider]: readonly string[], _: unknown, { base }: Here): void {
  send(response, 200, { _links: { self: { href: `${base}/pacts/provider/${provider}/for-verification` } } })
}

function pactsForVerification(
  response: ServerResponse,
  [provider = '']: readonly string[],
  body: string,
  here: Here,
): void {
  const { store, base, notices } = here
  if (store.pacts.every((each) => each.provider !== provider)) {
    return send(response, 404, {
      error: { code: 'not_found', message: `No pacticipant with name '${provider}' found` },
    })
  }
  const wanted = JSON.parse(body) as Wanted
  const unknown = wanted.consumerVersionSelectors?.flatMap(Object.keys).find((key) => key === 'brunch')
  if (unknown !== undefined) {
    return send(response, 400, { errors: { consumerVersionSelectors: [`unknown key '${unknown}' (at index 0)`] } })
  }
  const pacts = store.select(provider, wanted).map(({ pact: one, isPending, isWip }) => ({
    shortDescription: `latest from branch ${one.branch}`,
    verificationProperties: {
      notices,
      ...(wanted.includePendingStatus === true ? { pending: isPending } : {}),
      ...(isWip ? { wip: true } : {}),
    },
    _links: { self: { href: addressOf(one, base), name: `Pact between ${one.consumer} and ${provider}` } },
  }))
  send(response, 200, {
    _embedded: { pacts },
    _links: { self: { href: `${base}/pacts/provider/${provider}/for-verification` } },
  })
}

function pact(response: ServerResponse, [sha]: readonly string[], _: unknown, { store, base }: Here): void {
  const found = store.pacts.findLast((each) => each.sha === sha)
  if (found === undefined) return send(response, 404, {})
  const { consumer, provider, consumerVersion, content } = found
  const interactions = content.interactions?.map((each, at) => ({ _id: `${sha}-${at}`, ...each }))
  const links = {
    self: { href: addressOf(found, base) },
    'pb:consumer-version': {
      href: `${base}/pacticipants/${consumer}/versions/${consumerVersion}`,
      name: consumerVersion,
    },
    'pb:provider': { href: `${base}/pacticipants/${provider}`, name: provider },
    'pb:publish-verification-results': { href: `${addressOf(found, base)}/verification-results` },
  }
  send(response, 200, { ...content, interactions, createdAt: found.createdAt, _links: links })
}

function publishResult(
  response: ServerResponse,
  [provider = '', sha = '']: readonly string[],
  body: string,
  { store }: Here,
): void {
  store.results.push({ ...(JSON.parse(body) as PublishedResult), sha, provider })
  send(response, 201, { success: true, _links: {} })
}

function pacticipant(response: ServerResponse, [name = '']: readonly string[], _: unknown, { base }: Here): void {
  const href = `${base}/pacticipants/${name}/branches/{branch}/versions/{version}`
  send(response, 200, { name, _links: { 'pb:branch-version': { href, templated: true } } })
}

function putBranchVersion(response: ServerResponse, names: readonly string[], _: unknown, { store }: Here): void {
  store.branchVersions.add(names.join(' '))
  send(response, 201, { _links: {} })
}

function addressOf({ provider, consumer, sha }: PublishedPact, base: string): string {
  return `${base}/pacts/provider/${provider}/consumer/${consumer}/pact-version/${sha}`
}

export function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/hal+json' }).end(JSON.stringify(body))
}
