/** How an id comes near another. */
export type Nearness = keyof typeof BY_VALUE | keyof typeof BY_PLACE

/** How text that is not an int64 can be misread as an id. */
export type Misreading = keyof typeof MISREADINGS

const BY_VALUE = {
  'one more': (id: bigint) => id + 1n,
  'one less': (id: bigint) => id - 1n,
  'two more': (id: bigint) => id + 2n,
  'two less': (id: bigint) => id - 2n,
  'three more': (id: bigint) => id + 3n,
  'as a double': (id: bigint) => BigInt(Number(id)),
  'plus 2^16': (id: bigint) => id + 2n ** 16n,
  'plus 2^32': (id: bigint) => id + 2n ** 32n,
  'with the other sign': (id: bigint) => -id,
  'without its last digit': (id: bigint) => id / 10n,
  'without its first digit': (id: bigint) => BigInt(`${id}`.replace(/\d/, '').replace(/^-?$/, '0')),
  'its last digit': (id: bigint) => id % 10n,
  'its last two digits': (id: bigint) => id % 100n,
  'with one more digit': (id: bigint) => id * 10n,
}

const BY_PLACE = {
  'its place from 0': (index: number) => index,
  'its place from 1': (index: number) => index + 1,
  'its place from the end': (index: number, length: number) => index - length,
}

/** Text that some take for the id itself. */
export const OTHER_SPELLING = 'with a fraction of zero'

const MISREADINGS = {
  [OTHER_SPELLING]: (id: bigint) => `${id}.0`,
  'followed by a letter': (id: bigint) => `${id}x`,
  'plus 2^64': (id: bigint) => `${id + 2n ** 64n}`,
  'followed by a percent sign': (id: bigint) => `${id}%25`,
  'with a percent sign for its last digit': (id: bigint) => `${`${id}`.slice(0, -1)}%25`,
  'with an underscore for its last digit': (id: bigint) => `${`${id}`.slice(0, -1)}_`,
  'with an asterisk for its last digit': (id: bigint) => `${`${id}`.slice(0, -1)}*`,
  'in a list of two': (id: bigint) => `0,${id}`,
  'as an alternative in SQL': (id: bigint) => `0%20OR%20id=${id}`,
}

/**
 * Another id that a careless provider might take for this one.
 *
 * @param listed the ids of the list in which the order has its place
 * @returns `undefined` if there is none
 */
export function nearId(id: bigint, by: Nearness, listed: readonly bigint[] = []): bigint | undefined {
  if (isByPlace(by)) {
    const index = listed.indexOf(id)
    return index === -1 ? undefined : BigInt(BY_PLACE[by](index, listed.length))
  }
  const near = BY_VALUE[by](id)
  return near === id ? undefined : near
}

/** Text that is not an int64, but that a careless provider might read as this id. */
export function misreadAs(id: bigint, as: Misreading): string {
  return MISREADINGS[as](id)
}

function isByPlace(by: Nearness): by is keyof typeof BY_PLACE {
  return Object.hasOwn(BY_PLACE, by)
}
