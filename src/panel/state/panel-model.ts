import { signal } from '@preact/signals'
import type { Fault, MockRequest, Sandbox, SandboxList, ScenarioSummary } from '../control/schemas.js'
import type { SandboxClock } from './sandbox-clock.js'
import type { ShownOrder } from './shown-order.js'

/** What happened to an order, and when the page heard of it. */
export interface OrderChange {
  readonly change: 'added' | 'replaced' | 'cancelled' | 'shipped' | 'removed'
  readonly atMs: number
}

/** What the page knows of the sandbox that it shows. */
export interface SandboxContents {
  readonly sandbox: Sandbox
  readonly orders: readonly ShownOrder[]
  /** The journal, oldest first. */
  readonly requests: readonly MockRequest[]
  /** How many requests the journal has let go. */
  readonly evicted: number
  readonly faults: readonly Fault[]
  readonly clock: SandboxClock
}

/** Everything that the page shows. */
export interface PanelState {
  /** Whether the control API lets the page in: `token` if it asks for one, `refused` if it does not talk to this page. */
  readonly access: 'open' | 'token' | 'refused'
  /** Why it does not let the page in. */
  readonly refusal: string
  readonly connection: 'connecting' | 'live' | 'lost'
  readonly sandboxName: string
  /** Absent until it is loaded, or if there is no such sandbox. */
  readonly contents: SandboxContents | undefined
  readonly isMissing: boolean
  readonly sandboxes: SandboxList
  readonly scenarios: readonly ScenarioSummary[]
  /** What changed a moment ago, by the digits of the order's id. */
  readonly changes: ReadonlyMap<string, OrderChange>
  /** What the person has just done. */
  readonly notice: Notice | undefined
}

/** Something that was done, and the changes of the sandbox that it made, newest last. */
export interface Notice {
  readonly words: string
  readonly changes: readonly number[]
}

const START: Omit<PanelState, 'sandboxName'> = {
  access: 'open',
  refusal: '',
  connection: 'connecting',
  contents: undefined,
  isMissing: false,
  sandboxes: { sandboxes: [], evictions: 0 },
  scenarios: [],
  changes: new Map(),
  notice: undefined,
}

/** Holds the state of the page; a component that reads it is rendered again with each change. */
export class PanelModel {
  readonly #state
  /** Whether somebody keeps it up to date already. */
  isFollowed = false

  constructor(sandboxName: string) {
    this.#state = signal<PanelState>({ ...START, sandboxName })
  }

  get state(): PanelState {
    return this.#state.value
  }

  update(changes: Partial<PanelState>): void {
    this.#state.value = { ...this.#state.peek(), ...changes }
  }

  /** Changes what is known of a sandbox, unless the page has moved on to another one meanwhile. */
  updateContents(sandboxName: string, changes: Partial<SandboxContents>): void {
    const { contents, sandboxName: shown } = this.#state.peek()
    if (contents !== undefined && sandboxName === shown) this.update({ contents: { ...contents, ...changes } })
  }

  /** Shows another sandbox; what was known of the last one is forgotten. */
  show(sandboxName: string): void {
    this.update({ sandboxName, contents: undefined, isMissing: false, changes: new Map(), notice: undefined })
  }
}
