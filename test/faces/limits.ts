import type { Ability } from './face.js'

const FETCH_LIMITS = {
  rawPath: 'a URL object removes dot segments and backslashes before anything is sent',
  anyMethod: 'Fetch refuses to send TRACE',
} as const

/** What a way to reach a mock cannot do, and why: the facts that need it are skipped there. All others hold everywhere. */
export const LIMITS = {
  'mock.fetch': FETCH_LIMITS,
  startServer: {},
  'startServer with --validate': {},
  'ordersMiddleware in Express': {},
  'setupServer of msw': FETCH_LIMITS,
  'setupWorker of msw': {
    ...FETCH_LIMITS,
    anyHeader: 'a page may not set Origin and Access-Control-Request-*: browsers do, and a preflight passes workers by',
    anyLetter: 'Chromium empties a header with letters beyond ASCII before a service worker gets to see it',
  },
} as const satisfies Record<string, Partial<Record<Ability, string>>>
