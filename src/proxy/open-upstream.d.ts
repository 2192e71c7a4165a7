import { type IncomingMessage } from 'node:http';
import { type SocketTap } from '../verify/http/socket-tap.js';
import type { Target } from './target.js';
/** The way to the provider, with connections that are kept. */
export interface Upstream {
    /** Sends a request on to a path below the base address, and waits for the head of its answer. */
    send(request: IncomingMessage, errand: UpstreamErrand): Promise<UpstreamAnswer>;
    close(): void;
}
export interface UpstreamErrand {
    /** Below the base address. */
    readonly path: string;
    /** Aborted when nobody waits for the answer any more. */
    readonly signal: AbortSignal;
}
/** The head of an answer; its body is yet to be read. */
export interface UpstreamAnswer {
    readonly incoming: IncomingMessage;
    /** Sees the bytes that follow a 204, where the request was a DELETE. */
    readonly tap: SocketTap | undefined;
}
/** The provider gave no answer: `isReached` says whether it took the connection. */
export declare class NoUpstreamAnswerError extends Error {
    readonly reason: string;
    readonly isReached: boolean;
    constructor(reason: string, isReached: boolean);
}
/** @param timeoutMs how long the provider may be silent */
export declare function openUpstream(target: Target, timeoutMs: number): Upstream;
