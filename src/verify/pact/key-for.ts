import { createHash } from 'node:crypto'

/**
 * Puts the run's key in the place of a pact's example key. An interaction that expects a 401 means its key to be
 * wrong: that one gets a tail, so that it is wrong even where the example happens to be somebody's valid key.
 *
 * @param authorization the header of the pact's request; one of another scheme than Bearer stays as it is
 */
export function keyFor(authorization: string, expected: { status: number; apiKey: string }): string {
  const bearer = /^(bearer +)(\S.*)$/i.exec(authorization)
  if (bearer === null) return authorization
  const [, scheme = '', example = ''] = bearer
  return scheme + (expected.status === 401 ? `${example}-${tailOf(expected.apiKey)}` : expected.apiKey)
}

function tailOf(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex').slice(0, 12)
}
