import { type Answer, startSmallProvider, type Deviation } from '../small-provider.js'

/**
 * Whose job it is to find a deviation: `pact` where one interaction of the contract shows it, `openapi` where the form
 * of one answer shows it, `model` where only a sequence or an unusual request shows it.
 */
export type CaughtBy = 'pact' | 'openapi' | 'model'

/** A provider that breaks one sentence of the specification, and keeps all the others as well as it can. */
export type BrokenProvider = ReturnType<typeof breaking>[number]

export function breaking(breaks: string, caughtBy: CaughtBy, deviations: Record<string, Deviation>) {
  return Object.entries(deviations).map(([name, deviation]) => {
    return { name, breaks, caughtBy, start: () => startSmallProvider(deviation) }
  })
}

/** Writes answers of this status past Node, which would not send them so, and closes the connection. */
export function sendingRaw(status: number, bytes: (answer: Answer) => string): Deviation {
  return (usual) => ({
    send: (response, answer) =>
      answer.status === status ? void response.socket?.end(bytes(answer)) : usual.send(response, answer),
  })
}

export function queryOf(url: string | undefined): URLSearchParams {
  return new URL(url ?? '/', 'http://shop').searchParams
}
