/**
 * The header fields that an intermediary passes on, in their order and spelling (RFC 9110, section 7.6.1): all but
 * those that speak of one connection, and those that `Connection` names.
 *
 * @param rawHeaders names and values in turn, as Node gives them
 */
export declare function endToEndHeaders(rawHeaders: readonly string[]): [name: string, value: string][];
