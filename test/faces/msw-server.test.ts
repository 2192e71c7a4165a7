import { testApiBehaviour } from './api-behaviour.js'
import { mswServer } from './faces.js'

testApiBehaviour(mswServer)
