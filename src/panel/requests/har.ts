import type { RequestDetail, SandboxSummary } from '../../control-client/index.js'

/** The journal as a HAR file (HTTP Archive 1.2); `comment` says why each request got its response. */
export function harOf(requests: readonly RequestDetail[], sandbox: SandboxSummary): object {
  return {
    log: {
      version: '1.2',
      creator: { name: 'orders-mock', version: '1' },
      comment: `Requests to the sandbox ${sandbox.name}, scenario ${sandbox.scenario}.`,
      entries: requests.map((request) => entryOf(request, sandbox.baseUrl)),
    },
  }
}

function entryOf(detail: RequestDetail, baseUrl: string): object {
  const { at, method, path, status, durationMs, reason, fault, request, response } = detail
  const unknown = { cookies: [], headersSize: -1, httpVersion: 'HTTP/1.1' }
  const { size, ...postData } = contentOf({ body: '', isCut: false, ...request })
  const sent = { bodySize: size, ...(request.isCut === false && { postData }) }
  // A rewind is a request to the control API, not to the API.
  const url = path.startsWith('/__mock/') ? new URL(path, baseUrl).href : baseUrl + path
  return {
    startedDateTime: at,
    time: durationMs,
    request: { ...unknown, ...sent, method, url, headers: listOf(request.headers), queryString: [] },
    response: {
      ...unknown,
      status,
      statusText: '',
      headers: listOf(response.headers),
      content: contentOf(response),
      bodySize: -1,
      redirectURL: '',
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    comment: fault === undefined ? reason : `${reason} (fault: ${fault})`,
  }
}

/** A body that was cut is omitted: half of it would be taken for all of it. */
export function contentOf({ headers, body, isCut }: RequestDetail['response']) {
  const mimeType = Object.entries(headers).find(([name]) => /^content-type$/i.test(name))?.[1] ?? ''
  return isCut ? { size: -1, mimeType } : { size: new TextEncoder().encode(body).length, mimeType, text: body }
}

function listOf(headers: Readonly<Record<string, string>>): object[] {
  return Object.entries(headers).map(([name, value]) => ({ name, value }))
}
