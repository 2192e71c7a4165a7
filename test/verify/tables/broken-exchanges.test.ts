import { brokenProviders } from '../providers/broken-providers.js'
import { testBrokenProviders } from './test-broken-providers.js'

// What a single exchange shows is the job of the pact and openapi checks.
testBrokenProviders(brokenProviders, ['pact', 'openapi'])
