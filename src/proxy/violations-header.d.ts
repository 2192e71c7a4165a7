import type { Violation } from './judge-exchanges.js';
/** The header field that tells a client what is wrong with the answer that it gets. */
export declare const VIOLATIONS_HEADER = "Orders-Mock-Violations";
/** The violations as a JSON array in ASCII: the first ones, and how many more there are. */
export declare function violationsHeader(violations: readonly Violation[]): string;
