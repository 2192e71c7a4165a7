import type { OperationId } from '../spec/index.js'

/** What an answer says of its operation's end. */
export interface DeprecationNotice {
  readonly operation: OperationId
  /** Since when the operation is deprecated (`Deprecation`, RFC 9745). */
  readonly since?: Date
  /** When it will be switched off (`Sunset`, RFC 8594). */
  readonly sunset?: Date
  /** The `Link` header as it came: where to read more. */
  readonly link?: string
}

/** Reads the deprecation headers; `undefined` if there are none. */
export function readDeprecation(
  operation: OperationId,
  headers: { get(name: string): string | null },
): DeprecationNotice | undefined {
  const since = headers.get('deprecation')
  const sunset = headers.get('sunset')
  const link = headers.get('link')
  if (since === null && sunset === null) return undefined
  return {
    operation,
    ...dated('since', Number(/^@(-?\d+)$/.exec(since?.trim() ?? '')?.[1]) * 1000),
    ...dated('sunset', Date.parse(sunset ?? '')),
    ...(link !== null && { link }),
  }
}

function dated<Name extends string>(name: Name, unixMs: number): { [key in Name]?: Date } {
  return (Number.isNaN(unixMs) ? {} : { [name]: new Date(unixMs) }) as { [key in Name]?: Date }
}
