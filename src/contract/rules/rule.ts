import { flatMapInPieces, type Operation } from '../../spec/index.js'
import type { ParsedExchange } from '../parse-exchange.js'

export interface Finding {
  readonly message: string
  readonly expected: string
}

export type InPieces<Result> = Generator<undefined, Result>

/** One demand on the responses of some operations. */
export interface ExchangeRule {
  readonly id: string
  readonly claim: string
  readonly clause?: string
  /** Whether the rule is about an operation at all; by default it is about every one. */
  readonly concerns?: (operation: Operation) => boolean
  readonly applies: (parsed: ParsedExchange) => boolean
  /** What is wrong; of a long list in pieces. */
  readonly find: (parsed: ParsedExchange) => readonly Finding[] | InPieces<Finding[]>
}

export interface Flaw {
  /** Where, as in `[0].shipDate`; empty for the whole body. */
  readonly place: string
  /** The violation there, as in `is "7", not an integer`. */
  readonly is: string
  readonly expected: string
}

/**
 * One finding for each field and what is expected there: a violation that a thousand orders share is one finding.
 * @param flawsIn what is wrong in a part of the body, such as an order
 */
export function* findingsOf<Part>(
  parts: readonly Part[],
  flawsIn: (part: Part, index: number) => readonly Flaw[],
): InPieces<Finding[]> {
  const shared = new Map<string, { first: Flaw; count: number }>()
  yield* flatMapInPieces(parts, (part, index) => {
    for (const first of flawsIn(part, index)) {
      const key = `${first.place.replaceAll(/\[\d+\]/g, '[]')} ${first.expected}`
      const known = shared.get(key)
      if (known === undefined) shared.set(key, { first, count: 1 })
      else known.count += 1
    }
    return []
  })
  return [...shared.values()].map(({ first: { place, is, expected }, count }) => {
    const extent = count === 1 ? '' : ` ${count} elements share this fault.`
    return { message: `${place || 'The body'} ${is}.${extent}`, expected }
  })
}
