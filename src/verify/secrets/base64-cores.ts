import type { Secret } from './derived-keys.js'

// What is shorter may stand in other text by chance.
const MIN_LENGTH = 6

/**
 * What base64 makes of a secret wherever it stands among other text, such as the password of a user: three different
 * texts, by the place of its first byte, without the characters that the bytes beside it have a part in.
 */
export function base64Cores({ value, expression }: Secret): Secret[] {
  const bytes = Buffer.from(value)
  if (bytes.length < MIN_LENGTH) return []
  const cores = [0, 1, 2].flatMap((before) => {
    const from = Math.ceil((before * 8) / 6)
    const to = Math.floor(((before + bytes.length) * 8) / 6)
    const padded = Buffer.concat([Buffer.alloc(before), bytes])
    return (['base64', 'base64url'] as const).map((encoding) => padded.toString(encoding).slice(from, to))
  })
  return [...new Set(cores)].map((core) => ({ value: core, expression }))
}
