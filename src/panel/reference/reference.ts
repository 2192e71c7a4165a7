/** The form of an OpenAPI description in the build. Texts have code between backticks, and links as in Markdown. */
export interface Reference {
  readonly title: string
  readonly version: string
  readonly summary: string
  readonly text: string
  readonly base: string
  readonly groups: readonly (readonly [name: string, operations: readonly ReferenceOperation[]])[]
  /** What the specification leaves open, and what the mock does there. */
  readonly assumptions: readonly DescribedPart[]
  readonly schemas: readonly (DescribedPart & { readonly members: readonly DescribedPart[] })[]
}

export interface ReferenceOperation {
  readonly id: string
  readonly summary: string
  readonly method: string
  readonly path: string
  readonly text: string
  readonly badges: readonly string[]
  /** Since when it is deprecated, and when it is switched off. */
  readonly dates?: string | undefined
  readonly canBeTried: boolean
  readonly parameters: readonly (DescribedPart & { readonly place: string; readonly example?: string })[]
  readonly body?: readonly MediaContent[]
  readonly responses: readonly DescribedPart[]
}

export interface DescribedPart {
  readonly name: string
  readonly remark?: string
  readonly type?: string
  readonly text: string
  readonly contents?: readonly MediaContent[]
}

/** A body in one media type, with an example in JSON. */
export interface MediaContent {
  readonly type: string
  readonly example?: string
}
