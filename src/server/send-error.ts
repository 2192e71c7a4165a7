import type { NextFunction, Request, Response } from 'express'
import { BODY_TOO_LARGE, describeError, type ErrorObject, unexpectedError, unreadable } from '../control/index.js'

/** Answers with an Error object. */
export function sendError(response: Response, { status, code, message }: ErrorObject): void {
  if (status === 401) response.set('WWW-Authenticate', 'Bearer realm="orders-mock control"')
  response.status(status).json({ code, message, status })
}

/** The last handler of an Express application: every error that reaches it becomes an Error object, never a stack trace. */
// oxlint-disable-next-line max-params -- Express knows an error handler by its four parameters.
export function handleError(error: unknown, _request: Request, response: Response, next: NextFunction): void {
  if (response.headersSent) next(error)
  else sendError(response, describeError(error) ?? describeReading(error) ?? unexpectedError(error))
}

/** Express and its parsers say with which status a request that they cannot read is to be answered. */
function describeReading(error: unknown): ErrorObject | undefined {
  const status: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'status') : undefined
  if (typeof status !== 'number' || status < 400 || status >= 500) return undefined
  return status === BODY_TOO_LARGE.status ? BODY_TOO_LARGE : unreadable(error, status)
}
