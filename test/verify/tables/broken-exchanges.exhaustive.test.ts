import { testWholeRuns } from './whole-runs.js'

testWholeRuns(['pact', 'openapi'])
