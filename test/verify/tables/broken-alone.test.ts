import { brokenProviders } from '../providers/broken-providers.js'
import { testThatAreFound } from './test-that-are-found.js'

// What a single exchange shows is the job of the pact and openapi checks.
testThatAreFound(brokenProviders, ['pact', 'openapi'])
