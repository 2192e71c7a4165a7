import { brokenProviders } from '../providers/broken-providers.js'
import { testBrokenProviders } from './test-broken-providers.js'

// What only several requests show together is the job of the model.
testBrokenProviders(brokenProviders, ['model'])
