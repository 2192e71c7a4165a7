export { serveAgents } from './serve-agents.js'
