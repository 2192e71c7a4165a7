import type { ProxyEvent } from './proxy-event.js';
/** Where a proxy stands, and before what. */
export interface ProxyOptions {
    /** Base address of the provider's API, with its `/v1` and any prefix before it. */
    readonly target: string;
    /** 0 picks a free one. */
    readonly port: number;
    readonly host: string;
    /** How long the provider may be silent. */
    readonly timeoutMs: number;
    readonly onExchange: (event: ProxyEvent) => void;
}
export interface RunningProxy {
    /** Where clients find the API. */
    readonly baseUrl: string;
    readonly target: string;
    /** What has shown of the provider's orders so far, as the text of a scenario file. */
    scenario(at: Date): string;
    close(): Promise<void>;
}
/**
 * Stands between a client and a provider: passes on what they say byte for byte, holds every answer against the
 * OpenAPI description, and learns what orders there are.
 *
 * @throws {ToolError} exit code 2, if the address or the port cannot be used
 */
export declare function startProxy({ target: text, port, host, timeoutMs, onExchange, }: ProxyOptions): Promise<RunningProxy>;
