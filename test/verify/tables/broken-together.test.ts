import { brokenProviders } from '../providers/broken-providers.js'
import { testThatAreFound } from './test-that-are-found.js'

// What only several requests show together is the job of the model.
testThatAreFound(brokenProviders, ['model'])
