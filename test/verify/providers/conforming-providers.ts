import { freeAnswers } from './conforming/answers.js'
import { freeBehaviour } from './conforming/behaviour.js'
import type { ConformingProvider } from './conforming/conforming-provider.js'

/** Ways to keep the specification; the verifier must accuse none of them. */
export const conformingProviders: readonly ConformingProvider[] = [...freeAnswers, ...freeBehaviour]
