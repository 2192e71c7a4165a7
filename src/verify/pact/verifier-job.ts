/** What the process of Pact's verifier is told to do: one pact file with one interaction. */
export interface VerifierJob {
  readonly pactFile: string
  readonly baseUrl: string
  /** The states that the interaction names; all of them are set up already. */
  readonly states: readonly string[]
  /** What the states gave, to build the request from. Large ids are decimal strings. */
  readonly values: Readonly<Record<string, string | number | boolean | null>>
  readonly timeoutMs: number
}

/** What it answers: `report` is Pact's own, JSON unless Pact itself failed. */
export type VerifierAnswer = { readonly passed: true } | { readonly passed: false; readonly report: string }
