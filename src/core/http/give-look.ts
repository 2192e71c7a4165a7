import { type FreedomName, headerOf } from '../../spec/index.js'
import type { Sandbox } from '../sandbox/sandbox.js'
import { Look } from './look.js'
import type { HandledRequest } from './make-response.js'
import type { ApiResponse } from './messages.js'
import { writeContent } from './write-content.js'

/** The headers that a sandbox may choose not to send. */
const HEADERS = [
  ['deprecation', 'Deprecation'],
  ['deprecation-link', 'Link'],
  ['challenge', 'WWW-Authenticate'],
  ['exposed-headers', 'Access-Control-Expose-Headers'],
] as const satisfies readonly (readonly [FreedomName, string])[]

/**
 * Gives a response the form that its sandbox chooses where the specification leaves it open (contracts/freedoms.yaml). The
 * response of an injected fault, and of an additional operation, stays as it is.
 * @param requestId the id of the request in the journal: the same requests get the same responses
 * @returns the response, and which choices other than the defaults it shows, in words
 */
export function giveLook(
  call: HandledRequest,
  response: ApiResponse,
  sandbox: Sandbox,
  requestId: number,
): { readonly response: ApiResponse; readonly shown?: readonly string[] } {
  const { freedoms } = sandbox.current
  const { request, operation, injection } = call
  const isInjected = injection?.failure !== undefined && injection.failure.kind !== 'truncate'
  const isExtra = operation !== undefined && 'run' in operation
  if (freedoms === undefined || response.status === undefined || isInjected || isExtra) return { response }
  const look = new Look(freedoms, requestId)
  const written = writeContent(call, sandbox, look)
  const headers = { ...response.headers, ...written?.headers }
  if (written !== undefined && !('Content-Type' in written.headers)) delete headers['Content-Type']
  for (const [name, header] of HEADERS) if (header in headers && look.shows(name, 'none')) delete headers[header]
  const body = written === undefined || request.method === 'HEAD' ? response.body : written.body
  const changed = { ...response, status: written?.status ?? response.status, headers, body }
  const sent = request.isOverHttp1 === true && body.length > 0 ? frame(changed, call, look) : changed
  return { response: sent, ...(look.shown.length > 0 && { shown: look.shown }) }
}

function frame(response: ApiResponse, { request }: HandledRequest, look: Look): ApiResponse {
  const headers = { ...response.headers }
  const accepted = headerOf('accept-encoding', request.rawHeaders) ?? ''
  const isCompressed =
    /\b(?:x-)?gzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accepted) && look.shows('compression', 'gzip')
  if (isCompressed) {
    headers['Content-Encoding'] = 'gzip'
    headers['Vary'] = [headers['Vary'], 'Accept-Encoding'].filter(Boolean).join(', ')
  }
  // Without a length, Node sends chunks.
  if (look.shows('framing', 'chunked')) delete headers['Content-Length']
  return { ...response, headers, effects: { ...response.effects, ...(isCompressed && { isCompressed }) } }
}
