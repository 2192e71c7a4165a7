import { testApiBehaviour } from './api-behaviour.js'
import { ownServer } from './faces.js'

testApiBehaviour(ownServer)
