import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange, OutgoingRequest } from '../verify/index.js';
import type { Violation } from './judge-exchanges.js';
import type { UpstreamAnswer } from './open-upstream.js';
/** Passes an answer on as it comes, byte for byte. */
export declare function passOn(answer: UpstreamAnswer, response: ServerResponse): Promise<void>;
/**
 * Passes an answer on byte for byte once it is whole, since what `judge` finds stands in a header before it. An answer
 * beyond 64 MiB is passed on as it comes, and not judged.
 *
 * @returns what was found; `undefined` if the answer was not judged
 */
export declare function passOnJudged(answer: UpstreamAnswer, { response, judge }: {
    response: ServerResponse;
    judge: (answer: Exchange['response']) => readonly Violation[];
}): Promise<readonly Violation[] | undefined>;
/** What the verifier's rules want to know of a request. */
export declare function outgoingRequest(request: IncomingMessage, path: string): OutgoingRequest;
