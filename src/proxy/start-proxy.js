import { createServer } from 'node:http';
import { ToolError } from '../spec/index.js';
import { handleExchanges } from './handle-exchanges.js';
import { loadJudge } from './judge-exchanges.js';
import { openUpstream } from './open-upstream.js';
import { scenarioText } from './scenario-text.js';
import { WorldWatcher } from './seen-world.js';
import { PROXY_PATH, readTarget } from './target.js';
/**
 * Stands between a client and a provider: passes on what they say byte for byte, holds every answer against the
 * OpenAPI description, and learns what orders there are.
 *
 * @throws {ToolError} exit code 2, if the address or the port cannot be used
 */
export async function startProxy({ target: text, port, host, timeoutMs, onExchange, }) {
    const target = readTarget(text);
    const upstream = openUpstream(target, timeoutMs);
    const watcher = new WorldWatcher();
    const handle = handleExchanges({ target, upstream, judge: await loadJudge(), watcher, onExchange });
    const { origin, close } = await listen(handle, { port, host });
    return {
        baseUrl: `${origin}${PROXY_PATH}`,
        target: target.baseUrl,
        scenario: (at) => scenarioText(watcher.world(), { baseUrl: target.baseUrl, at }),
        close: async () => {
            await close();
            upstream.close();
        },
    };
}
async function listen(handle, { port, host }) {
    const server = createServer(handle);
    await new Promise((resolve, reject) => {
        server.once('error', (error) => reject(cannotListen(error, `${host}:${port}`)));
        server.listen(port, host, resolve);
    });
    const address = server.address();
    const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
    return {
        origin: `http://${name}:${address.port}`,
        close: () => new Promise((resolve) => {
            server.close(() => resolve());
            server.closeAllConnections();
        }),
    };
}
function cannotListen({ code, message }, where) {
    if (code === 'EADDRINUSE')
        return new ToolError(`Cannot listen on ${where}: the port is in use. Give another one by --port; 0 picks a free one.`);
    return new ToolError(`Cannot listen on ${where}: ${message}.`);
}
