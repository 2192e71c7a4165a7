import type { Agent } from 'node:http'
import { createSecureContext } from 'node:tls'
import { HttpProxyAgent } from 'http-proxy-agent'
import { HttpsProxyAgent } from 'https-proxy-agent'
import { ToolError } from '../../input/index.js'

/** How servers are reached: through the proxies that an environment names, and with a client certificate. */
export interface RouteOptions {
  /** `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` count, in capitals or small letters. */
  readonly proxyEnv?: Readonly<Record<string, string | undefined>> | undefined
  /** The client certificate, and its key, in PEM. */
  readonly cert?: string | undefined
  readonly certKey?: string | undefined
}

/** The way to servers. */
export class Route {
  /** What TLS needs beside the address. */
  readonly tls: { readonly cert?: string; readonly key?: string }
  readonly #env: NonNullable<RouteOptions['proxyEnv']>
  readonly #agents = new Map<string, Agent>()

  /** @throws {ToolError} if the certificate or its key is not one */
  constructor({ proxyEnv = {}, cert, certKey = cert }: RouteOptions = {}) {
    this.#env = proxyEnv
    this.tls = { ...(cert !== undefined && { cert }), ...(certKey !== undefined && { key: certKey }) }
    try {
      createSecureContext(this.tls)
    } catch (error) {
      const reason = (error as Error).message
      throw new ToolError(`Cannot use the client certificate: ${reason}. Give it, and its key, in PEM.`)
    }
  }

  /** What connects through a proxy, to an address that has one; never to this machine. */
  agentFor(target: URL): Agent | undefined {
    const proxy = this.#proxyFor(target)
    if (proxy === undefined) return undefined
    const key = `${target.protocol} ${proxy}`
    const agent = this.#agents.get(key) ?? agentThrough(proxy, target)
    this.#agents.set(key, agent)
    return agent
  }

  close(): void {
    for (const agent of this.#agents.values()) agent.destroy()
  }

  #proxyFor({ protocol, hostname, port }: URL): string | undefined {
    const name = `${protocol.slice(0, -1)}_proxy`
    const proxy = this.#read(name)
    if (proxy === '' || isLoopback(hostname)) return undefined
    const excepted = this.#read('no_proxy')
      .split(/[\s,]+/)
      .filter(Boolean)
    const isExcepted = excepted.some((pattern) =>
      matches(pattern, hostname, port || (protocol === 'https:' ? '443' : '80')),
    )
    if (isExcepted) return undefined
    return proxy.includes('://') ? proxy : `http://${proxy}`
  }

  #read(name: string): string {
    return this.#env[name] || this.#env[name.toUpperCase()] || ''
  }
}

function agentThrough(proxy: string, { protocol }: URL): Agent {
  return protocol === 'https:'
    ? new HttpsProxyAgent(proxy, { keepAlive: true })
    : new HttpProxyAgent(proxy, { keepAlive: true })
}

function isLoopback(hostname: string): boolean {
  return /^(?:.+\.)?localhost$|^127\.|^\[::1\]$/.test(hostname)
}

/** As in other tools: `*` is all, `example.com` and `.example.com` are that domain and all below, a port may follow. */
function matches(pattern: string, hostname: string, port: string): boolean {
  const [, name = '', onlyPort = port] = /^(.*?)(?::(\d+))?$/.exec(pattern.toLowerCase()) ?? []
  const domain = name.replace(/^\*?\.?/, '')
  return onlyPort === port && (name === '*' || hostname === domain || hostname.endsWith(`.${domain}`))
}
