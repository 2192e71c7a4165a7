/** How the text of an order's id resembles that of another. */
export type Likeness = keyof typeof LIKENESSES

const LIKENESSES = {
  'the beginning of it': (text: string, other: string) => other !== text && text.startsWith(other),
  'the end of it': (text: string, other: string) => other !== text && text.endsWith(other),
  'a part of it': (text: string, other: string) => other !== text && text.slice(1, -1).includes(other),
  'it and more': (text: string, other: string) => other !== text && other.startsWith(text),
  'it without its zeros': (text: string, other: string) => other !== text && withoutZeros(text) === withoutZeros(other),
}

export const ALL_LIKENESSES = Object.keys(LIKENESSES) as readonly Likeness[]

/** Of these ids the first whose text resembles that of `id` in this way. */
export function alikeId(id: bigint, by: Likeness, ids: readonly bigint[]): bigint | undefined {
  return ids.find((other) => LIKENESSES[by](`${id}`, `${other}`))
}

/** The ids in the order of their texts, in which 10 comes before 9. */
export function byText(ids: readonly bigint[]): bigint[] {
  return ids
    .map((id) => `${id}`)
    .toSorted()
    .map(BigInt)
}

function withoutZeros(text: string): string {
  return text.replaceAll('0', '')
}
