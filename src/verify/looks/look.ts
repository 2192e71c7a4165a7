import type { CheckKind } from '../check.js'
import type { ConnectedProvider } from '../connect-provider.js'

/** One look at the provider, loaded and ready: it tells each result by the plan's `onProgress`. */
export interface Look {
  readonly kind: CheckKind
  look(provider: ConnectedProvider): Promise<void>
}
