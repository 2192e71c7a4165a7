import type { OperationId } from '../spec/index.js';
import type { Exchange, OutgoingRequest } from '../verify/index.js';
/** What is wrong with an answer. */
export interface Violation {
    /** The rule's name, the same as in the report of `orders-mock verify`. */
    readonly rule: string;
    readonly operation: OperationId;
    readonly message: string;
    readonly expected: string;
    /** The section of the specification that says so. */
    readonly clause: string;
}
/** A request that is on its way: exactly one of its functions is to be called. */
export interface Hearing {
    readonly answered: (exchange: Exchange) => Violation[];
    /** There was no whole answer. */
    readonly silent: (reason: string) => Violation[];
    /** Nothing can be said about the provider. */
    readonly dropped: () => void;
}
/** Holds exchanges against the OpenAPI description, one by one, as they go by. */
export interface Judge {
    /** `undefined` if the request calls no operation of the description. */
    begin(request: OutgoingRequest): Hearing | undefined;
}
/** Makes a judge by the rules of the verifier's openapi check. Takes about a second. */
export declare function loadJudge(): Promise<Judge>;
