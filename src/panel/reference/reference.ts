/** The form of an OpenAPI description in the build. Texts have code between backticks, and links as in Markdown. */
export interface Reference extends Texts<'title' | 'version' | 'summary' | 'text' | 'base'> {
  readonly groups: readonly (readonly [name: string, operations: readonly ReferenceOperation[]])[]
  /** What the specification leaves open, and what the mock does there. */
  readonly assumptions: readonly DescribedPart[]
  readonly schemas: readonly (DescribedPart & { readonly members: readonly DescribedPart[] })[]
}

export interface ReferenceOperation extends Texts<'id' | 'summary' | 'method' | 'path' | 'text'> {
  readonly badges: readonly string[]
  /** Since when it is deprecated, and when it is switched off. */
  readonly dates?: string | undefined
  readonly canBeTried: boolean
  readonly parameters: readonly (DescribedPart & { readonly place: string; readonly example?: string })[]
  readonly body?: readonly MediaContent[]
  readonly responses: readonly DescribedPart[]
}

export interface DescribedPart extends Texts<'name' | 'text'>, Partial<Texts<'remark' | 'type'>> {
  readonly contents?: readonly MediaContent[]
}

/** A body in one media type, with an example in JSON. */
export type MediaContent = Texts<'type'> & Partial<Texts<'example'>>

type Texts<Name extends string> = Readonly<Record<Name, string>>
