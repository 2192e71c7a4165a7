import { createHash } from 'node:crypto'

/** A pact as it was published: one content may belong to several versions of its consumer. */
export interface PublishedPact {
  readonly consumer: string
  readonly provider: string
  readonly consumerVersion: string
  readonly branch: string | undefined
  readonly createdAt: string
  readonly sha: string
  readonly content: { readonly interactions?: readonly object[] }
  isDeployed: boolean
}

/** A result as a verifier publishes it. */
export interface PublishedResult {
  readonly sha: string
  readonly provider: string
  readonly providerApplicationVersion: string
  readonly success: boolean
  readonly testResults?: readonly object[]
  readonly buildUrl?: string
  readonly verifiedBy?: object
}

/** What a verifier asks for. */
export interface Wanted {
  readonly consumerVersionSelectors?: readonly Selector[]
  readonly includePendingStatus?: boolean
  readonly includeWipPactsSince?: string
  readonly providerVersionBranch?: string
}

type Selector = Readonly<Record<string, unknown>>

export interface PactForVerification {
  readonly pact: PublishedPact
  readonly isPending: boolean
  readonly isWip: boolean
}

/** What a Pact Broker remembers, and how it selects: https://docs.pact.io/pact_broker/advanced_topics/consumer_version_selectors */
export class PactStore {
  readonly pacts: PublishedPact[] = []
  readonly results: PublishedResult[] = []
  /** The versions of a provider's branch, as `provider branch version`. */
  readonly branchVersions = new Set<string>()

  add(pact: Omit<PublishedPact, 'sha' | 'isDeployed'>): PublishedPact {
    const sha = createHash('sha1').update(JSON.stringify(pact.content)).digest('hex')
    const published = { ...pact, sha, isDeployed: false }
    this.pacts.push(published)
    return published
  }

  select(provider: string, wanted: Wanted): PactForVerification[] {
    const selectors = wanted.consumerVersionSelectors ?? []
    const all = this.pacts.filter((pact) => pact.provider === provider)
    const selected = selectors.flatMap((selector) => all.filter((pact) => this.#isSelected(pact, selector, wanted)))
    const since = wanted.includeWipPactsSince
    const isWip = (pact: PublishedPact) =>
      since !== undefined && pact.createdAt >= since && this.#isPending(pact, wanted)
    const wip = all.filter((pact) => !selected.includes(pact) && isWip(pact))
    return [...new Set([...selected, ...wip])].map((pact) => ({
      pact,
      isPending: wanted.includePendingStatus === true && this.#isPending(pact, wanted),
      isWip: wip.includes(pact),
    }))
  }

  #isSelected(pact: PublishedPact, selector: Selector, { providerVersionBranch }: Wanted): boolean {
    const { consumer, branch, mainBranch, matchingBranch, latest, deployedOrReleased } = selector
    if (consumer !== undefined && consumer !== pact.consumer) return false
    if (deployedOrReleased === true) return pact.isDeployed
    const named = matchingBranch === true ? providerVersionBranch : branch
    const name = mainBranch === true ? 'main' : named
    const rivals = this.pacts.filter(
      (other) => other.consumer === pact.consumer && (latest === true || other.branch === name),
    )
    return rivals.at(-1) === pact
  }

  // Pending is what no version of the provider's branch has ever kept.
  #isPending(pact: PublishedPact, { providerVersionBranch: branch }: Wanted): boolean {
    return !this.results.some(
      ({ sha, success, provider, providerApplicationVersion: version }) =>
        sha === pact.sha &&
        success &&
        (branch === undefined || this.branchVersions.has(`${provider} ${branch} ${version}`)),
    )
  }
}
