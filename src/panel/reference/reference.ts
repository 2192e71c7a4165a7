/** What the build makes of an OpenAPI description. Texts have code between backticks, and links as Markdown has them. */
export interface Reference {
  readonly title: string
  readonly version: string
  readonly summary: string
  readonly text: string
  /** The path that all paths begin with. */
  readonly base: string
  readonly groups: readonly (readonly [name: string, operations: readonly Operation[]])[]
  /** What the specification leaves open, and what the mock does there. */
  readonly assumptions: readonly Part[]
  readonly schemas: readonly (Part & { readonly members: readonly Part[] })[]
}

export interface Operation {
  readonly id: string
  readonly summary: string
  readonly method: string
  readonly path: string
  readonly text: string
  /** How stable it is. */
  readonly badges: readonly string[]
  /** Since when it is deprecated, and when it goes. */
  readonly dates: string
  readonly canBeTried: boolean
  readonly parameters: readonly (Part & { readonly place: string; readonly example?: string })[]
  readonly body?: readonly Content[]
  /** Their names are their statuses. */
  readonly responses: readonly Part[]
}

/** A parameter, a response, a schema or a member of one. */
export interface Part {
  readonly name: string
  readonly remark?: string
  readonly type?: string
  readonly text: string
  readonly contents?: readonly Content[]
}

/** A body in one media type, with an example in JSON. */
export interface Content {
  readonly type: string
  readonly example?: string
}
