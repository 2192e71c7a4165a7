import { ControlError, PersistError, type Schemas } from '../core/index.js'
import { ToolError } from '../input/index.js'

export type ErrorObject = Schemas['ErrorObject']

/** The Error object for an error of the engine or of a reader of requests; `undefined` for any other error. */
export function describeError(error: unknown): ErrorObject | undefined {
  if (error instanceof ControlError) return { code: error.code, message: error.message, status: error.status }
  if (error instanceof ToolError) return { code: 'invalid_request', message: error.message, status: 400 }
  if (error instanceof PersistError) return { code: 'change_not_kept', message: error.message, status: 500 }
  return undefined
}

export function unreadable(error: unknown, status = 400): ErrorObject {
  return { code: 'invalid_request', message: `The request cannot be read: ${messageOf(error)}.`, status }
}

export function unexpectedError(error: unknown): ErrorObject {
  return { code: 'internal_error', message: `The mock failed: ${messageOf(error)}. Please report it.`, status: 500 }
}

export function unknownPath(url: string): ErrorObject {
  const message = `Path not found: ${url}. The API is at /v1, its OpenAPI description at /openapi.yaml, and the control API at /__mock.`
  return { code: 'route_not_found', message, status: 404 }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
