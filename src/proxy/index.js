export { jsonLine, prettyLine } from './log-line.js';
export { startProxy } from './start-proxy.js';
export { VIOLATIONS_HEADER } from './violations-header.js';
