export { auditFiles } from './audit.js'
export type { ProxyEvent } from './proxy-exchange.js'
export { startProxy, type RunningProxy } from './start-proxy.js'
export type { TrafficReport } from './traffic-check.js'
