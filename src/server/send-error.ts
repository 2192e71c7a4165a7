import type { NextFunction, Request, Response } from 'express'
import { ControlError, PersistError } from '../core/index.js'
import { ToolError } from '../input/index.js'

/** Answers with an Error object. */
export function sendError(response: Response, error: { status: number; code: string; message: string }): void {
  const { status, code, message } = error
  if (status === 401) response.set('WWW-Authenticate', 'Bearer realm="orders-mock control"')
  response.status(status).json({ code, message, status })
}

/** The last handler of an Express application: every error that reaches it becomes an Error object, never a stack trace. */
// oxlint-disable-next-line max-params -- Express knows an error handler by its four parameters.
export function handleError(error: unknown, _request: Request, response: Response, next: NextFunction): void {
  if (response.headersSent) next(error)
  else sendError(response, describe(error))
}

function describe(error: unknown): { status: number; code: string; message: string } {
  if (error instanceof ControlError) return { status: error.status, code: error.code, message: error.message }
  if (error instanceof ToolError) return { status: 400, code: 'invalid_request', message: error.message }
  if (error instanceof PersistError) return { status: 500, code: 'change_not_kept', message: error.message }
  const status = statusOf(error)
  if (status === 413)
    return { status, code: 'body_too_large', message: 'The body is larger than 16 MiB. Send less at a time.' }
  if (status !== undefined)
    return { status, code: 'invalid_request', message: `The request cannot be read: ${messageOf(error)}.` }
  return { status: 500, code: 'internal_error', message: `The mock failed: ${messageOf(error)}. Please report it.` }
}

/** Express and its parsers say with which status a request that they cannot read is to be answered. */
function statusOf(error: unknown): number | undefined {
  const status: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'status') : undefined
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
