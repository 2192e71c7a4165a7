/** How many values are looked at in one piece of work. */
const PIECE = 256

/** Does all pieces of some work at once. */
export function finish<Result>(work: Generator<undefined, Result>): Result {
  let piece = work.next()
  while (piece.done !== true) piece = work.next()
  return piece.value
}

/** Looks at many values in pieces: between them, something else may run. @returns what was found, as `flatMap` does */
export function* flatMapInPieces<Value, Found>(
  values: Iterable<Value>,
  find: (value: Value, index: number) => Found | readonly Found[],
): Generator<undefined, Found[]> {
  const all: Found[] = []
  let index = 0
  for (const value of values) {
    const found = find(value, index)
    if (Array.isArray(found)) all.push(...(found as readonly Found[]))
    else all.push(found as Found)
    index += 1
    if (index % PIECE === 0) yield
  }
  return all
}
