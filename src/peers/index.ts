export { requirePeers } from './require-peers.js'
