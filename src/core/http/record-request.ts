import { KeptRequest } from '../sandbox/kept-request.js'
import type { HandledRequest } from './handled-request.js'
import type { ApiResponse, ResponseInspector } from './messages.js'
import { MAX_SHOWN } from './request-body.js'

const MAX_CHARACTERS = 1000

/** Headers whose values are recorded: none of them carries credentials. */
const KEPT =
  /^(?:accept(?:-(?:charset|encoding|language))?|content-(?:type|length|encoding|language|disposition)|if-(?:(?:none-)?match|(?:un)?modified-since|range)|sec-(?:fetch|ch)-[\w-]+|access-control-request-(?:headers|method)|cache-control|connection|date|dnt|expect|host|origin|pragma|prefer|priority|range|referer|te|traceparent|transfer-encoding|upgrade(?:-insecure-requests)?|user-agent|via|x-(?:correlation|request)-id|x-requested-with)$/i

/**
 * The journal's record of a call: without secrets, and with long values cut to the length that is shown.
 * @param before the request before, whose headers are shared if they are the same
 */
export function keepRequest(
  { request, match, operation, key, result, injection }: HandledRequest,
  { status, headers, body }: ApiResponse,
  before?: KeptRequest,
): KeptRequest {
  const kept = new KeptRequest()
  kept.operation = operation?.operationId
  kept.method = request.method
  kept.path = shortened(match?.path ?? request.path)
  kept.status = status ?? 0
  kept.code = result.kind === 'answer' ? result.error?.code : undefined
  kept.orderId = operation?.parameter === 'orderId' ? shortened(match?.parameter ?? '') : undefined
  kept.key = key && shortened(key)
  kept.fault = injection && (injection.failure?.kind ?? 'delay')
  const isWithheld = kept.fault === 'truncate' && injection?.failure?.when !== 'after'
  kept.reason = isWithheld ? 'a fault was injected: truncate' : shortened(result.reason)
  kept.held = result.kind === 'no response' && result.connection === 'hold' ? true : undefined
  kept.rawHeaders = withoutSecrets(request.rawHeaders ?? [], before?.rawHeaders)
  kept.sent = request.body === undefined ? undefined : beginningOf(request.body)
  kept.headers = headers
  kept.isCut = body.length > MAX_SHOWN
  kept.body = kept.isCut ? body.slice(0, MAX_SHOWN) : body
  return kept
}

/** What is cut off is a new text, because a part of a text may pin the whole. */
function beginningOf(body: string): KeptRequest['sent'] {
  const isCut = body.length > MAX_SHOWN
  return { body: isCut ? Array.from(body.slice(0, MAX_SHOWN)).join('') : body, isCut }
}

/** Of other headers only the names are recorded, of a referer no query. If all is as before, it is stored once. */
function withoutSecrets(rawHeaders: readonly string[], before: readonly string[] = []): readonly string[] {
  const isSame = (text: string, index: number): boolean => text === before[index] || before[index] === '…'
  if (rawHeaders.length === before.length && rawHeaders.every(isSame)) return before
  return rawHeaders.map((text, index) => {
    const name = index % 2 === 0 ? 'host' : (rawHeaders[index - 1] ?? '')
    if (!KEPT.test(name)) return '…'
    return shortened(/^referer$/i.test(name) ? text.replace(/[?#].*/s, '') : text)
  })
}

/** The violations in a response of the engine; the response that a fault has caused is wrong on purpose. */
export function violationsOf(
  { request, operation, injection }: HandledRequest,
  response: ApiResponse,
  inspect: ResponseInspector,
): readonly string[] | undefined {
  const { status } = response
  const isOwn = operation !== undefined && !('run' in operation) && injection?.failure === undefined
  const violations = isOwn && status !== undefined ? inspect({ request, response: { ...response, status } }) : []
  return violations.length > 0 ? violations : undefined
}

/** What a client sends must not fill the journal. */
function shortened(text: string): string {
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS - 1)}…` : text
}
