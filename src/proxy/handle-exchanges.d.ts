import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Judge } from './judge-exchanges.js';
import { type Upstream } from './open-upstream.js';
import type { ProxyEvent } from './proxy-event.js';
import type { WorldWatcher } from './seen-world.js';
import { type Target } from './target.js';
/** What stands between the two sides. */
export interface Between {
    readonly target: Target;
    readonly upstream: Upstream;
    readonly judge: Judge;
    readonly watcher: WorldWatcher;
    readonly onExchange: (event: ProxyEvent) => void;
}
/** Makes the listener of the proxy's server. */
export declare function handleExchanges(between: Between): (request: IncomingMessage, response: ServerResponse) => void;
