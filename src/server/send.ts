import type { IncomingMessage, ServerResponse } from 'node:http'
import type { NextFunction } from 'express'
import { stringifyJson } from '../spec/index.js'
import { describeError, type ErrorObject, unexpectedError, unreadable } from '../control/index.js'
import { BODY_TOO_LARGE } from '../core/index.js'

/** Responds with a text; a `HEAD` gets the headers alone. */
export function sendText(response: ServerResponse, mediaType: string, text: string): void {
  response.setHeader('Content-Type', `${mediaType}; charset=utf-8`)
  response.setHeader('Content-Length', Buffer.byteLength(text))
  response.end(text)
}

/** Responds with JSON, exact, and a line break for terminals. */
export function sendJson(response: ServerResponse, value: unknown): void {
  sendText(response, 'application/json', `${stringifyJson(value)}\n`)
}

export function sendError(response: ServerResponse, { status, code, message }: ErrorObject): void {
  if (status === 401) response.setHeader('WWW-Authenticate', 'Bearer realm="orders-mock control"')
  response.statusCode = status
  sendJson(response, { code, message, status })
}

/** The final error handler of a router: turns every error into an Error object, never a stack trace. */
export function handleError(
  error: unknown,
  _request: IncomingMessage,
  response: ServerResponse,
  next: NextFunction,
): void {
  if (response.headersSent) next(error)
  else sendError(response, describeError(error) ?? describeReading(error) ?? unexpectedError(error))
}

/** Express and its parsers determine the status for a request that they cannot read. */
function describeReading(error: unknown): ErrorObject | undefined {
  const status: unknown = typeof error === 'object' && error !== null ? Reflect.get(error, 'status') : undefined
  if (typeof status !== 'number' || status < 400 || status >= 500) return undefined
  return status === BODY_TOO_LARGE.status ? BODY_TOO_LARGE : unreadable(error, status)
}
