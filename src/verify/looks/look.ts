import type { CheckKind, CheckResult } from '../check.js'
import type { ConnectedProvider } from '../http/connect-provider.js'

/** One look at the provider, loaded and ready: it gives the results of its checks. */
export interface Look {
  readonly kind: CheckKind
  look(provider: ConnectedProvider): Promise<readonly CheckResult[]>
}
