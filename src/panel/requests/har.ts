import type { MockRequest, Sandbox } from '../control/schemas.js'

/** The journal as a HAR file (HTTP Archive 1.2). Bodies and headers are not in the journal; `comment` says why it was answered so. */
export function harOf(requests: readonly MockRequest[], sandbox: Sandbox): object {
  return {
    log: {
      version: '1.2',
      creator: { name: 'orders-mock', version: '1' },
      comment: `Requests to the sandbox ${sandbox.name}, scenario ${sandbox.scenario}.`,
      entries: requests.map((request) => entryOf(request, sandbox.baseUrl)),
    },
  }
}

function entryOf({ at, method, path, status, durationMs, reason, fault }: MockRequest, baseUrl: string): object {
  const unknown = { headers: [], cookies: [], headersSize: -1, bodySize: -1, httpVersion: 'HTTP/1.1' }
  return {
    startedDateTime: at,
    time: durationMs,
    request: { ...unknown, method, url: baseUrl + path, queryString: [] },
    response: {
      ...unknown,
      status,
      statusText: '',
      content: { size: -1, mimeType: status === 204 || status === 0 ? '' : 'application/json' },
      redirectURL: '',
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    comment: fault === undefined ? reason : `${reason} (fault: ${fault})`,
  }
}
