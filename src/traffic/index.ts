export { auditFiles } from './audit.js'
export { type ProxyEvent, startProxy, type RunningProxy } from './start-proxy.js'
export type { TrafficCheck, TrafficReport } from './traffic-check.js'
