import { testApiBehaviour } from './api-behaviour.js'
import { engineFetch } from './faces.js'

testApiBehaviour(engineFetch)
