import { testConforming } from './test-conforming.js'

testConforming(0)
