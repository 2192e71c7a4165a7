import { expect, test } from 'vitest'
import type { OrdersMockOptions } from '../../src/core/index.js'
import type { ApiCall, Face, Reply } from './face.js'

/** Requests, each with the whole of its response. */
type Exchanges = readonly (readonly [sent: ApiCall, reply: Reply])[]

/**
 * Creates the function that states what a face responds to some requests in turn.
 * @returns a function that takes also the options of the mock, and why the face cannot send these requests
 */
export function factsOf({ open }: Pick<Face, 'open'>) {
  return (title: string, exchanges: Exchanges, options?: OrdersMockOptions, limit?: string): void => {
    // oxlint-disable-next-line vitest/valid-title -- Each fact brings its own.
    test(title, async ({ skip }) => {
      skip(limit !== undefined, limit)
      await using api = await open(options)
      for (const [sent, reply] of exchanges) await expect(api.send(sent)).resolves.toEqual(reply)
    })
  }
}
