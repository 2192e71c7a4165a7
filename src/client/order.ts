/** An id as a program may hold it: a bigint, a decimal string, or a number up to 2^53-1. */
export type IdLike = bigint | number | string
