import type { ProxyEvent } from './proxy-event.js';
/** An exchange for a person: one line, and two more for each of its first violations. */
export declare function prettyLine(event: ProxyEvent, { colors, at }: {
    colors: boolean;
    at: Date;
}): string;
/** An exchange for a program: one line of JSON. */
export declare function jsonLine(event: ProxyEvent, { at }: {
    at: Date;
}): string;
