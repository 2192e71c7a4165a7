import type { ProviderResponse } from '../contract/index.js'

// Fewer characters tell nothing of a key, and stand in other text by chance.
const LEAST = 4

const CONCEALED = '[key]'

/** Words of the contract, and what would be a number. */
const NO_KEY = /^(?:[\d.eE+-]+|petId|quantity|shipDate|complete|code|message|status|true|false|null)$/

/** Keeps the key of a request out of all that is said of its exchange, wherever a provider repeats it. */
export class Concealer {
  readonly #pattern: RegExp | undefined
  readonly #isWord: boolean

  constructor(authorization: string | undefined) {
    const key = authorization?.replace(/^\S+\s+/, '') ?? ''
    this.#isWord = NO_KEY.test(key)
    if (key.length < LEAST) return
    const inBase64 = [key, `${key}:`, `:${key}`, authorization ?? ''].map((each) =>
      Buffer.from(each).toString('base64'),
    )
    const spellings = [key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key), ...inBase64]
    this.#pattern = new RegExp(spellings.map(quoted).join('|'), 'gi')
  }

  readonly conceal = (text: string): string => {
    return this.#pattern === undefined ? text : text.replaceAll(this.#pattern, CONCEALED)
  }

  /** The answer without the key, before anything is cut out of it: part of a key gives it away, too. */
  concealBody(response: ProviderResponse): ProviderResponse {
    return this.#isWord ? response : { ...response, body: this.conceal(response.body) }
  }

  /** Every text in these, as deep as they go. */
  concealAll<Value>(values: readonly Value[]): Value[] {
    return values.length === 0
      ? []
      : (JSON.parse(JSON.stringify(values), (_, value: unknown) => this.#concealed(value)) as Value[])
  }

  #concealed(value: unknown): unknown {
    return typeof value === 'string' ? this.conceal(value) : value
  }
}

function quoted(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}/-]/g, String.raw`\$&`)
}
