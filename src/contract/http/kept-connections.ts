import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import type { Socket } from 'node:net'
import { Slots } from './slots.js'
import { startTimer } from './start-timer.js'

/** Connections are not suspected of being in each other's way before so long. */
const FIRST_PATIENCE_MS = 400
/** Answers differ in how long they take: one that takes so many times as long as the fastest is nothing special yet. */
const SPREAD = 5
/** Part of the timeout after which there must be time left for an answer. */
const TIMEOUT_SHARE = 1 / 4
/** What is answered so soon after idle connections were closed is answered because of it. */
const PROMPT_MS = 50
/** How often closing them must have helped, and how much more often than not. */
const MIN_HELPED = 2
const HELPED_RATIO = 4
/** So many connections wait in the queue of any server; of more, the system asks for some again after a second. */
const MAX_AT_ONCE = 4
const LATE_MS = 900
const MIN_LATE = 3

/**
 * Connections that are kept for later requests, and given up where they are in the way of others: a server that serves
 * one connection after the other, or has a worker for each, reads from none of the next before one is closed.
 */
export class KeptConnections {
  readonly #agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) }
  readonly #slots = new Slots(MAX_AT_ONCE)
  #waiting = 0
  #fastestMs = Infinity
  #lastBegunAtMs = -Infinity
  /** When idle connections were closed for a request that is still waiting, in a silence that this may explain. */
  #closedAtMs: number | undefined
  #helped = 0
  #helpedNot = 0
  #late = 0

  /** @param timeoutMs how long a request waits for its answer */
  constructor(readonly timeoutMs: number) {
    for (const agent of Object.values(this.#agents)) {
      // After the agent's own listener, which has just put it among the idle ones.
      agent.on('free', () => {
        if (this.#waiting > 0) this.#closeIdle()
      })
    }
  }

  /** What keeps connections; false once they have been in the way of others. */
  agent(protocol: string): HttpAgent | false {
    return !this.#areInTheWay && this.#agents[protocol === 'https:' ? 'https:' : 'http:']
  }

  /** Sends a request, at once unless the server was seen to let only few wait and enough of them do. */
  use<Result>(send: () => Promise<Result>): Promise<Result> {
    return this.#areInTheWay || this.#late >= MIN_LATE ? this.#slots.use(1, send) : send()
  }

  /** Watches how long it takes to connect. */
  watch(socket: Socket): void {
    const stopTimer = startTimer(LATE_MS, () => (this.#late += 1))
    socket.once('connect', stopTimer)
    socket.once('close', stopTimer)
  }

  /**
   * Waits for an answer to begin. One on a new connection that takes unusually long has idle connections closed.
   *
   * @param head settled when the answer begins or will not come
   */
  async waitFor<T>(head: Promise<T>, { isNew }: { readonly isNew: boolean }): Promise<T> {
    const startedMs = performance.now()
    const stopWaiting = isNew ? this.#makeWay() : undefined
    try {
      const begun = await head
      this.#noteBegun(performance.now() - startedMs)
      return begun
    } finally {
      stopWaiting?.()
    }
  }

  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy()
  }

  get #areInTheWay(): boolean {
    return this.#helped >= Math.max(MIN_HELPED, HELPED_RATIO * this.#helpedNot)
  }

  #makeWay(): () => void {
    const usualMs = Number.isFinite(this.#fastestMs) ? SPREAD * this.#fastestMs : 0
    const patienceMs = Math.min(Math.max(FIRST_PATIENCE_MS, usualMs), this.timeoutMs * TIMEOUT_SHARE)
    let isWaiting = false
    const stopTimer = startTimer(patienceMs, () => {
      isWaiting = true
      this.#waiting += 1
      const isSilent = performance.now() - this.#lastBegunAtMs > patienceMs / 2
      if (this.#closeIdle() && isSilent) this.#closedAtMs = performance.now()
    })
    return () => {
      stopTimer()
      if (isWaiting) this.#waiting -= 1
    }
  }

  #noteBegun(tookMs: number): void {
    this.#fastestMs = Math.min(tookMs, this.#fastestMs)
    this.#lastBegunAtMs = performance.now()
    if (this.#closedAtMs === undefined) return
    const isPrompt = this.#lastBegunAtMs - this.#closedAtMs <= PROMPT_MS + 2 * this.#fastestMs
    if (isPrompt) this.#helped += 1
    else this.#helpedNot += 1
    this.#closedAtMs = undefined
  }

  /** @returns whether there were any */
  #closeIdle(): boolean {
    const idle = Object.values(this.#agents).flatMap((agent) => Object.values(agent.freeSockets).flat())
    for (const socket of idle as Socket[]) socket.destroy()
    return idle.length > 0
  }
}
