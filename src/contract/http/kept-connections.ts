import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { HttpProxyAgent } from 'http-proxy-agent'
import { HttpsProxyAgent } from 'https-proxy-agent'
import { NetworkRoute } from './network-route.js'

/** A server may have a worker for each idle connection, which then reads from no other. */
const MAX_IDLE = 4
/** How often each kind of connection is tried; the fastest response counts, as the machine may be busy. */
const TRIES = 3
/** How much later a response comes on a kept connection if its server writes in two parts (Nagle's algorithm). */
const LATE_MS = 15
/** A response that is this late, and this many times later than others, waits for a kept connection to be closed. */
const BLOCKED_MS = 300
const SPREAD = 5
/** If a server queues only a few connections, the operating system retries the others after a second. */
const ASKED_AGAIN_MS = 900

/** Tunnels to servers beyond TLS: by itself this agent takes a socket that is free for one of a plain server, and keeps it unused. */
class Tunnels extends HttpsProxyAgent<string> {
  override isSecureEndpoint(): boolean {
    return true
  }
}

/** How requests share connections with one server: each has a new one, until kept ones are seen to serve better. */
export class KeptConnections {
  #agent: HttpAgent | undefined
  #proxyAgent: HttpAgent | undefined
  /** How many bytes had come by the end of the last response on a connection, and what to call if more follow. */
  readonly #last = new WeakMap<Socket, { readonly bytesRead: number; readonly tell: () => void }>()
  #areNew = true

  /** @param noteLate called when a server queues fewer connections than there are */
  constructor(
    readonly route = new NetworkRoute(),
    readonly noteLate = () => {},
  ) {}

  /** What keeps connections; false if every request is to have a new one. */
  agent(protocol: string): HttpAgent | false {
    if (this.#areNew) return false
    const Agent = protocol === 'https:' ? HttpsAgent : HttpAgent
    return (this.#agent ??= new Agent({ keepAlive: true, maxFreeSockets: MAX_IDLE, ...this.route.tls }))
  }

  /** What connects through a proxy, to an address that has one: anew, or on connections that are kept. */
  proxyAgent(target: URL, isFresh: boolean): HttpAgent | undefined {
    const proxy = this.route.proxyFor(target)
    if (proxy === undefined) return undefined
    const Agent = target.protocol === 'https:' ? Tunnels : HttpProxyAgent
    if (isFresh) return new Agent(proxy)
    return (this.#proxyAgent ??= new Agent(proxy, { keepAlive: true, maxFreeSockets: MAX_IDLE }))
  }

  /**
   * Watches how long it takes to connect.
   * @returns what to call once the next response has come, if bytes came on a kept connection since its last one
   */
  watch(socket: Socket): (() => void) | undefined {
    const startedMs = performance.now()
    const noteTime = () => performance.now() - startedMs > ASKED_AGAIN_MS && this.noteLate()
    if (socket.connecting) socket.once('connect', noteTime)
    const last = this.#last.get(socket)
    // Beneath TLS there are bytes that belong to no response.
    const hasMore = last !== undefined && !(socket instanceof TLSSocket) && socket.bytesRead !== last.bytesRead
    return hasMore ? last.tell : undefined
  }

  /** @param tell called if more is found to have followed the response, when the connection is used again */
  answered(socket: Socket, tell: () => void): void {
    this.#last.set(socket, { bytesRead: socket.bytesRead, tell })
  }

  /**
   * Finds out which connections serve better: a server that serves one connection after the other makes new ones wait for
   * those that are kept, and one that writes its responses in two parts is late on kept ones. In doubt each request has a
   * new one, which costs little; a late response to each request costs much.
   */
  async measure(ask: () => Promise<unknown>): Promise<void> {
    this.#areNew = false
    await ask()
    const keptMs = await fastest(ask)
    this.#areNew = true
    let isBlocked = false
    const timer = setTimeout(() => (isBlocked = this.#closeIdle()), BLOCKED_MS + SPREAD * keptMs)
    await ask()
    clearTimeout(timer)
    this.#areNew = isBlocked || (keptMs > LATE_MS && keptMs - (await fastest(ask)) > LATE_MS)
    if (this.#areNew) this.#closeIdle()
  }

  close(): void {
    this.#agent?.destroy()
    this.#proxyAgent?.destroy()
  }

  /** @returns whether there were any */
  #closeIdle(): boolean {
    const idle = Object.values(this.#agent?.freeSockets ?? {}).flat()
    for (const socket of idle) socket?.destroy()
    return idle.length > 0
  }
}

async function fastest(ask: () => Promise<unknown>): Promise<number> {
  let fastestMs = Infinity
  for (let count = 0; count < TRIES; count++) {
    const startedMs = performance.now()
    await ask()
    fastestMs = Math.min(fastestMs, performance.now() - startedMs)
  }
  return fastestMs
}
