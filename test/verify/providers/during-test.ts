import { onTestFinished } from 'vitest'
import { listen, type RunningProvider } from './running-provider.js'
import { startSmallProvider } from './small-provider.js'

/** Starts the small provider, and closes it when the test has finished. */
export async function providerDuringTest(...what: Parameters<typeof startSmallProvider>): Promise<RunningProvider> {
  const provider = await startSmallProvider(...what)
  onTestFinished(provider.close)
  return provider
}

/** Answers requests on a free port until the test has finished, and gives its origin. */
export async function serveDuringTest(handle: Parameters<typeof listen>[0]): Promise<string> {
  const { origin, close } = await listen(handle)
  onTestFinished(close)
  return origin
}
