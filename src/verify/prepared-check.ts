import type { ConnectedProvider } from './provider.js'
import type { LoggedRequest } from './run-log.js'

/** A check whose packages and files are loaded. */
export interface PreparedCheck {
  /** Looks at each exchange as it comes, in a run that ends with the first violation. */
  readonly watch?: (entry: LoggedRequest, provider: ConnectedProvider) => void
  /** Reports each of its results to the plan's `onProgress`. */
  readonly run: (provider: ConnectedProvider) => Promise<void>
  /** Ends what was started for it, whether it ran or not. */
  readonly close?: () => Promise<void>
}
