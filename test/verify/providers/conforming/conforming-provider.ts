import { withoutStates } from '../deviations.js'
import { startSmallProvider, type Deviation, type SmallProviderOptions } from '../small-provider.js'

/** A provider that keeps the specification, and uses a freedom that the specification leaves. */
export type ConformingProvider = ReturnType<typeof allowed>[number]

interface Special extends SmallProviderOptions {
  readonly deviation?: Deviation
  /** The provider states that it answers with 501: with them a run passes only where skipped checks are accepted. */
  readonly unsupported?: readonly string[]
}

export function allowed(freedom: string, providers: Record<string, Deviation | Special>) {
  return Object.entries(providers).map(([name, provider]) => {
    const special: Special = typeof provider === 'function' ? { deviation: provider } : provider
    const { deviation, unsupported = [], ...options } = special
    const start = () => startSmallProvider(withoutStates(unsupported, deviation), options)
    return { name, freedom, unsupported, start }
  })
}
