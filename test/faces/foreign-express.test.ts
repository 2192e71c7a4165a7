import { testApiBehaviour } from './api-behaviour.js'
import { foreignExpress } from './faces.js'

testApiBehaviour(foreignExpress)
