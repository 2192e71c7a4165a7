import { freeAnswers } from './conforming/answers.js'
import { freeBehaviour } from './conforming/behaviour.js'
import type { ConformingProvider } from './conforming/conforming-provider.js'
import { type RunningProvider, startNamed } from './running-provider.js'

/** Ways to keep the specification; the verifier must accuse none of them. */
export const conformingProviders: readonly ConformingProvider[] = [...freeAnswers, ...freeBehaviour]

export function startConforming(name: string): Promise<RunningProvider> {
  return startNamed(name, conformingProviders)
}
