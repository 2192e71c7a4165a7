export { jsonLine, prettyLine } from './log-line.js'
export type { ProxyEvent } from './proxy-event.js'
export { startProxy, type RunningProxy } from './start-proxy.js'
