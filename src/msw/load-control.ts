import type { ControlPage } from './control-page.js'

/** Answers the control API in the page; its code is loaded with the first request. */
export function loadControl(given: Omit<ControlPage, 'startedMs'>): (request: Request) => Promise<Response> {
  const page = { ...given, startedMs: performance.now() }
  let respond: Promise<(request: Request) => Promise<Response>> | undefined
  return async (request) => {
    respond ??= import('./control-page.js').then(({ createControlResponder }) => createControlResponder(page))
    return await (
      await respond
    )(request)
  }
}
