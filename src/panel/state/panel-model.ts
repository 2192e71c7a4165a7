import { signal } from '@preact/signals'
import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import {
  ControlClientError,
  type Fault,
  type RemoteSandbox,
  type RequestEntry,
  type SandboxList,
  type SandboxSummary,
  type ScenarioSummary,
} from '../../control-client/index.js'
import { type Place, readAddress } from './address.js'
import { changesMadeHere, isStillSo, type Notice, undo } from './history.js'
import { type SandboxClock, sandboxNowMs } from './sandbox-clock.js'
import type { ShownOrder } from './shown-order.js'
import { mockHere } from './mock-here.js'

/** What the page knows of the sandbox that it shows. */
export interface SandboxContents {
  readonly sandbox: SandboxSummary
  readonly orders: readonly ShownOrder[]
  /** The journal, oldest first. */
  readonly requests: readonly RequestEntry[]
  /** How many requests the journal has let go. */
  readonly evicted: number
  readonly faults: readonly Fault[]
  readonly clock: SandboxClock
}

/** Everything that the page shows. */
interface PanelState extends Place {
  /** Whether the control API lets the page in: `token` if it asks for one, `refused` if it does not talk to this page. */
  readonly access: 'open' | 'token' | 'refused'
  readonly connection: 'connecting' | 'live' | 'lost'
  /** Absent until it is loaded, or if there is no such sandbox. */
  readonly contents: SandboxContents | undefined
  readonly isMissing: boolean
  readonly sandboxes: SandboxList
  readonly scenarios: readonly ScenarioSummary[]
  /** Whether something that the person asked for is under way. */
  readonly isBusy: boolean
  /** What the person has just done. */
  readonly notice: Notice | undefined
  /** Why what the person asked for failed; empty if nothing did. */
  readonly failure: string
}

const START: Omit<PanelState, keyof Place> = {
  access: 'open',
  connection: 'connecting',
  contents: undefined,
  isMissing: false,
  sandboxes: { sandboxes: [], evictions: 0 },
  scenarios: [],
  isBusy: false,
  notice: undefined,
  failure: '',
}

/** Holds the state of the page; a component that reads it is rendered again with each change. */
export class PanelModel {
  readonly #state = signal<PanelState>({ ...START, ...readAddress() })
  /** Real time, which moves on each second, in milliseconds since the Unix epoch. */
  readonly now = signal(Date.now())

  get state(): PanelState {
    return this.#state.value
  }

  /** The sandbox that is shown, to ask and to change. */
  get box(): RemoteSandbox {
    return mockHere().sandbox(this.#state.peek().sandboxName)
  }

  update(changes: Partial<PanelState>): void {
    this.#state.value = { ...this.#state.peek(), ...changes }
  }

  /** Changes what is known of a sandbox, unless the page has moved on to another one meanwhile. */
  updateContents(sandboxName: string, changes: Partial<SandboxContents>): void {
    const { contents, sandboxName: shown } = this.#state.peek()
    if (contents !== undefined && sandboxName === shown) this.update({ contents: { ...contents, ...changes } })
  }

  /**
   * Does what the person asks for. With words for it, the page says what was done, and offers to undo it; with ids of
   * orders, it is their changes that are undone.
   *
   * @returns whether it succeeded; if not, the page says why
   */
  async run(work: () => Promise<unknown>, words?: string, orderIds?: readonly string[]): Promise<boolean> {
    this.update({ isBusy: true, failure: '' })
    try {
      await work()
      if (words !== undefined) {
        const changes = await changesMadeHere(this.box, orderIds).catch(() => [])
        this.update({ notice: { words, changes } })
      }
    } catch (error) {
      this.noteRefusal(error)
      this.update({ failure: error instanceof Error ? error.message : String(error) })
    }
    this.update({ isBusy: false })
    return this.#state.peek().failure === ''
  }

  /** Says something that cannot be undone. */
  say(words: string): void {
    this.update({ notice: { words, changes: [] } })
  }

  /** Takes the notice away, if what it tells of was undone meanwhile, or is hidden by a reset. */
  async checkNotice(): Promise<void> {
    const { notice } = this.#state.peek()
    if (notice === undefined || (await isStillSo(this.box, notice))) return
    if (this.#state.peek().notice === notice) this.update({ notice: undefined })
  }

  /** Takes back what the notice tells of, or else the newest change. */
  undo(): Promise<boolean> {
    return this.run(async () => this.say(await undo(this.box, this.#state.peek().notice)))
  }

  /** Closes the page, if the error says that the control API does not let it in. */
  noteRefusal(error: unknown): void {
    if (!(error instanceof ControlClientError)) return
    if (error.status === 401) this.update({ access: 'token' })
    if (error.status === 403) this.update({ access: 'refused', failure: error.message })
  }
}

const Context = createContext(new PanelModel())

/** Hands the model down to every part of the page. */
export const PanelProvider = Context.Provider

/** The model; a component that reads its state is rendered again with each change. */
export function useModel(): PanelModel {
  return useContext(Context)
}

/** What is known of the sandbox that is shown; only views that are shown when it is there may use it. */
export function useContents(): SandboxContents {
  const { contents } = useModel().state
  if (contents === undefined) throw new Error('There is no sandbox to show.')
  return contents
}

/** The sandbox's time, in milliseconds since the Unix epoch; who uses it is rendered again each second. */
export function useSandboxNow(): number {
  return sandboxNowMs(useContents().clock, useModel().now.value)
}
