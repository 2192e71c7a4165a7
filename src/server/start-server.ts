import type { RequestListener } from 'node:http'
import type { OrdersMock, PactRecording } from '../core/index.js'
import { createApiFace, createReject } from './api-face.js'
import { type ExtraOperations, loadExtraOperations } from './extra-operations/load-extra-operations.js'
import type { ControlServer } from './control-router.js'
import { guardOf } from './guard.js'
import { createHttpServer, listen, pathOf, stopListening } from '../node/index.js'
import { prepareMock, type PreparationOptions } from './prepare-mock.js'
import { readTls } from './tls.js'

/** How a server starts; everything has a default. */
export interface ServerOptions extends PreparationOptions {
  /** Default: 0, which picks a free port. */
  readonly port?: number
  /** Default: 127.0.0.1, which only this machine reaches. */
  readonly host?: string
  /** Token that the control API requires. Default: none on a loopback host, a random token on any other host. */
  readonly controlToken?: string | undefined
  /** File of a certificate with its chain (PEM). With it and `tlsKey` the server speaks HTTPS, and no HTTP. */
  readonly tlsCert?: string | undefined
  /** File of the private key of `tlsCert` (PEM). */
  readonly tlsKey?: string | undefined
  /**
   * A file that describes additional operations (OpenAPI 2, 3.0 or 3.1; YAML or JSON): those that the API does not have are
   * mocked by Prism below the same base URL, with the same keys. Needs `@stoplight/prism-http`; the start then takes
   * a second longer.
   */
  readonly openapi?: string | undefined
  /**
   * Folders, and origins such as `https://example.com`, to which the `$ref`s of this description may lead. Default: its own
   * folder alone.
   */
  readonly openapiAllow?: readonly string[]
  /** Whether the control panel and the API reference are served. Default: true. */
  readonly panel?: boolean
}

/** A running server; `await using` closes it at the end of its block. */
export interface RunningServer extends AsyncDisposable {
  /** Base URL of the API, such as `http://127.0.0.1:4010/v1`. */
  readonly baseUrl: string
  /** Where everything but the API is served, such as `http://127.0.0.1:4010`. */
  readonly origin: string
  /** The address that the server listens on, as passed. */
  readonly host: string
  /** A valid API key. */
  readonly apiKey: string
  /** The token that the control API requires, if any. */
  readonly controlToken: string | undefined
  /** The control panel, ready to open: the fragment carries the control token, if there is one. Absent without a panel. */
  readonly panelUrl: string | undefined
  readonly mock: OrdersMock
  /** The folder in which the sandboxes are persisted, if any, and whether they were restored from it. */
  readonly data: { readonly folder: string; readonly isRestored: boolean } | undefined
  /** The additional operations that Prism mocks, if any. */
  readonly extraOperations: Pick<ExtraOperations, 'file' | 'operationIds'> | undefined
  /** The pact that is being recorded, if any. */
  readonly pact: { readonly file: string; readonly recording: PactRecording } | undefined
  /** Ends the server, and the connections that are still open. */
  close(): Promise<void>
}

const BASE_PATH = '/v1'

/**
 * Serves a mock over HTTP.
 * @example
 * await using server = await startServer({ scenario: 'shipped' })
 * await fetch(`${server.baseUrl}/store/orders`, { headers: { authorization: `Bearer ${server.apiKey}` } })
 * @throws {ToolError} if the port is in use, a file cannot be used, or an option is wrong
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const { host = '127.0.0.1', port = 0, panel = true, openapi, controlToken: givenToken, ...others } = options
  const { tlsCert, tlsKey, openapiAllow = [], ...rest } = others
  const tls = await readTls({ tlsCert, tlsKey })
  const extraOperations = openapi === undefined ? undefined : await loadExtraOperations(openapi, openapiAllow)
  const { mock, data, pact, end: endFiles } = await prepareMock(rest)
  mock.addOperations(extraOperations?.operationIds ?? [])
  const end = () => Promise.all([endFiles(), extraOperations?.close()])
  const serveApi = createApiFace(mock, BASE_PATH, extraOperations?.find)
  const guard = guardOf({ host, controlToken: givenToken })
  const { controlToken } = guard
  const serveRest = await createRest({ mock, ...guard, extraOperations, panelPath: panel ? '' : undefined })
  const server = createHttpServer(
    (request, response) => serveApi(request, response, () => serveRest(request, response)),
    createReject(mock, BASE_PATH),
    { ...tls, isForAnyHost: ({ url = '' }) => pathOf(url) === '/__mock/health' },
  )
  const origin = await listen(server, { host, port }).catch(async (error: unknown) => {
    await end()
    throw error
  })
  let closing: Promise<void> | undefined
  const close = (): Promise<void> => (closing ??= stopListening(server).finally(end))
  return {
    baseUrl: origin + BASE_PATH,
    origin,
    host,
    apiKey: mock.apiKey,
    controlToken,
    panelUrl: panel ? `${origin}/${fragmentFor(controlToken)}` : undefined,
    mock,
    data: data && { folder: data.folder, isRestored: data.isRestored },
    extraOperations,
    pact,
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Carries the token that the control API requires, if any: the panel's address is ready to open. */
export function fragmentFor(controlToken: string | undefined): string {
  return controlToken === undefined ? '' : `#token=${encodeURIComponent(controlToken)}`
}

/**
 * Loads Express, and serves everything but the API. To load it for the first client would be too late: Node never tries
 * again to load what it could not read, because the first clients took all file descriptors.
 */
export async function createRest(rest: Omit<ControlServer, 'startedMs'>): Promise<RequestListener> {
  const { createApplication } = await import('./application.js')
  return createApplication({ ...rest, startedMs: performance.now() })
}
