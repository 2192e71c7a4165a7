export { jsonLine, prettyLine } from './log-line.js'
export type { ProxyEvent } from './proxy-event.js'
export { startProxy, type ProxyOptions, type RunningProxy } from './start-proxy.js'
export { VIOLATIONS_HEADER } from './violations-header.js'
