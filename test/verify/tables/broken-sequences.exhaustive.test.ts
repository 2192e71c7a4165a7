import { testWholeRuns } from './whole-runs.js'

testWholeRuns(['model'])
