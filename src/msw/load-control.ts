import type { ControlPage } from './control-page.js'

/** Answers the control API in the page; its code is loaded with the first request. */
export function loadControl(page: ControlPage): (request: Request) => Promise<Response> {
  let respond: Promise<(request: Request) => Promise<Response>> | undefined
  return async (request) => {
    respond ??= import('./control-page.js').then(({ createControlResponder }) => createControlResponder(page))
    return await (
      await respond
    )(request)
  }
}
