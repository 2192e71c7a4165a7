import { createSecureContext } from 'node:tls'
import { ToolError } from '../../input/index.js'
import { isLoopback } from '../../node/index.js'

/** How servers are reached: through the proxies that an environment names, and with a client certificate. */
export interface RouteOptions {
  /** `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` count, in capitals or small letters. */
  readonly proxyEnv?: Readonly<Record<string, string | undefined>> | undefined
  /** The client certificate, and its key, in PEM. */
  readonly cert?: string | undefined
  readonly certKey?: string | undefined
}

export class NetworkRoute {
  /** What TLS needs in addition to the address. */
  readonly tls: { readonly cert?: string; readonly key?: string }
  readonly #env: NonNullable<RouteOptions['proxyEnv']>

  /** @throws {ToolError} if the certificate or its key is not one */
  constructor({ proxyEnv = {}, cert, certKey = cert }: RouteOptions = {}) {
    this.#env = proxyEnv
    this.tls = { ...(cert !== undefined && { cert }), ...(certKey !== undefined && { key: certKey }) }
    try {
      createSecureContext(this.tls)
    } catch (error) {
      const reason = (error as Error).message
      throw new ToolError(`Cannot use the client certificate: ${reason}. Use a certificate and a key in PEM.`)
    }
  }

  /** The URL of the proxy to an address that has one; never to this machine. */
  proxyFor({ protocol, hostname, port }: URL): string | undefined {
    const proxy = this.#read(`${protocol.slice(0, -1)}_proxy`)
    if (proxy === '' || isLoopback(hostname)) return undefined
    const asked = port || (protocol === 'https:' ? '443' : '80')
    const excepted = this.#read('no_proxy').split(/[\s,]+/)
    if (excepted.some((pattern) => pattern !== '' && matches(pattern, hostname, asked))) return undefined
    return proxy.includes('://') ? proxy : `http://${proxy}`
  }

  #read(name: string): string {
    return this.#env[name] || this.#env[name.toUpperCase()] || ''
  }
}

/** As in other tools: `*` means all, `example.com` and `.example.com` that domain and all below; a port may follow. */
function matches(pattern: string, hostname: string, port: string): boolean {
  const [, name = '', onlyPort = port] = /^(.*?)(?::(\d+))?$/.exec(pattern.toLowerCase()) ?? []
  const domain = name.replace(/^\*?\.?/, '')
  return onlyPort === port && (name === '*' || hostname === domain || hostname.endsWith(`.${domain}`))
}
