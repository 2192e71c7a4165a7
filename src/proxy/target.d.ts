/** Where the provider's API is. */
export interface Target {
    readonly url: URL;
    /** Without a slash at its end. */
    readonly baseUrl: string;
}
/** Where the proxy's own API begins. */
export declare const PROXY_PATH = "/v1";
/**
 * Reads the address of the provider that a proxy stands before.
 *
 * @throws {ToolError} exit code 2, if it is none
 */
export declare function readTarget(text: string): Target;
/** What follows the proxy's base address in a request's path; `undefined` if the request is for something else. */
export declare function pathBelowBase(requestTarget: string): string | undefined;
