import { signal } from '@preact/signals'
import type { VNode } from 'preact'
import {
  type Change,
  ControlClientError,
  type RemoteSandbox,
  type SandboxList,
  type ScenarioSummary,
} from '../../control-client/index.js'
import { readAddress } from './address.js'
import { mockHere } from './mock-here.js'
import { showOrder } from './shown-order.js'
import { describeChange, showDistance } from './words.js'

/** What the sandbox's clock said, and when, so that the page can let it run on; in milliseconds since the Unix epoch. */
export type ClockReading = Readonly<{ nowMs: number; frozen: boolean; readAtMs: number }>

type SandboxContents = Readonly<Awaited<ReturnType<typeof readContents>>>

type Notice = Readonly<{ words: string; change: Change['id'] | undefined }>

const START = {
  ...readAddress(),
  /** Whether the control API admits the page: `token` if it requires one, `refused` if it does not talk to this page. */
  access: 'open' as 'open' | 'token' | 'refused',
  connection: 'connecting' as 'connecting' | 'live' | 'lost',
  /** Absent until it is loaded, or if there is no such sandbox. */
  contents: undefined as SandboxContents | undefined,
  isMissing: false,
  sandboxes: { sandboxes: [], evictions: 0 } as SandboxList,
  scenarios: [] as readonly ScenarioSummary[],
  isBusy: false,
  /** What is under way, in words, once it takes long; empty otherwise. */
  underWay: '',
  notice: undefined as Notice | undefined,
  /** Why what the person asked for failed, until it is dismissed or something else is asked for. */
  failure: undefined as string | undefined,
  dialog: undefined as VNode | undefined,
}

type PanelState = Readonly<typeof START>

/** The state of the page, of which there is one; a component that reads it is rendered again with each change. */
export const state = signal<PanelState>(START)

/** System time, which moves on each second, in milliseconds since the Unix epoch. */
export const realNow = signal(Date.now())

export function update(changes: Partial<PanelState>): void {
  state.value = { ...state.peek(), ...changes }
}

export function openDialog(dialog: VNode): void {
  update({ dialog, failure: undefined })
}

/** Closes the dialog, unless another one is open meanwhile; what failed in it leaves with it. */
export function closeDialog(own = state.value.dialog): void {
  if (state.value.dialog === own) update({ dialog: undefined, failure: undefined })
}

/** Changes what is known of a sandbox, unless the page has moved on to another one meanwhile. */
export function updateContents(name: string, changes: Partial<SandboxContents>): void {
  const { contents, sandboxName } = state.peek()
  if (contents !== undefined && name === sandboxName) update({ contents: { ...contents, ...changes } })
}

/** Reads all that the page shows of a sandbox; if its name begins with a scenario's, asking for its orders creates it. */
export async function readContents(box: RemoteSandbox) {
  const askedAtMs = Date.now()
  const { now, frozen } = await box.clock.read()
  realNow.value = Date.now()
  const nowMs = Date.parse(now)
  // A clock that may show system time does, however late the response came.
  const clock = { nowMs, frozen, readAtMs: Math.min(Math.max(nowMs, askedAtMs), realNow.value) }
  const all = await box.orders.all()
  const [sandbox, requests, faults, freedoms, { changes }] = await Promise.all([
    box.read(),
    box.requests.all(),
    box.faults.all(),
    box.freedoms.read(),
    // What can be undone, newest last.
    box.history(),
  ])
  const orders = all.map((order) => showOrder(order, nowMsOf(clock)))
  return { sandbox, orders, clock, requests, faults, freedoms, changes }
}

/** Says that there is no such sandbox, in the place of all that was known of it. */
export function showMissing(): void {
  if (state.value.contents !== undefined) closeDialog()
  update({ contents: undefined, isMissing: true, notice: undefined })
}

export function boxHere(): RemoteSandbox {
  return mockHere().sandbox(state.value.sandboxName)
}

/** What is known of the sandbox that is shown; only views that are shown when it is there may ask. */
export function contentsHere(): SandboxContents {
  const { contents } = state.value
  if (contents === undefined) throw new Error('There is no sandbox to show.')
  return contents
}

/** The sandbox's time, in milliseconds since the Unix epoch; a component that reads it is rendered again each second. */
export function sandboxNow(): number {
  return nowMsOf(contentsHere().clock, realNow.value)
}

/** What a clock says at a system time, both in milliseconds since the Unix epoch. */
export function nowMsOf({ nowMs, frozen, readAtMs }: ClockReading, realMs = Date.now()): number {
  return frozen ? nowMs : nowMs + realMs - readAtMs
}

const NEARLY_REAL_MS = 1500

/** The sandbox's clock in words: `Frozen, 2 months ahead of the system time`. */
export function describeClock(): string {
  const { frozen } = contentsHere().clock
  const [nowMs, realMs] = [sandboxNow(), realNow.value]
  if (Math.abs(nowMs - realMs) < NEARLY_REAL_MS) return frozen ? 'Frozen' : 'System time'
  const distance = showDistance(nowMs, realMs).replace(/^in | ago$/g, '')
  return `${frozen ? 'Frozen' : 'Running'}, ${distance} ${nowMs > realMs ? 'ahead of' : 'behind'} the system time`
}

/** An action that takes longer says that it is under way. */
const SLOW_MS = 500

/**
 * Does what the person asks for. With words for it, the page says what was done, and offers to undo it, unless the page
 * has moved on to another sandbox meanwhile.
 * @param doing what to say while it takes long
 * @returns whether it succeeded; if not, the page says why, in the dialog in which it was asked for
 */
export async function run(work: () => Promise<unknown>, words?: string, doing = 'Working…'): Promise<boolean> {
  update({ isBusy: true, failure: undefined })
  const [box, timer] = [boxHere(), setTimeout(() => update({ underWay: doing }), SLOW_MS)]
  try {
    await work()
    if (words === undefined) return true
    const change = await loadChanges(box).catch(() => undefined)
    if (box.name === state.value.sandboxName) say(words, change)
    return true
  } catch (error) {
    update({ failure: error instanceof Error ? error.message : String(error), notice: undefined })
    noteRefusal(error)
    return false
  } finally {
    clearTimeout(timer)
    update({ isBusy: false, underWay: '' })
  }
}

/** Loads what can be undone. @returns the newest change, unless a request has made it */
export async function loadChanges(box = boxHere()): Promise<Notice['change']> {
  const { changes } = await box.history()
  updateContents(box.name, { changes })
  const newest = changes.at(-1)
  return newest?.by === 'api' ? undefined : newest?.id
}

/** Resets the sandbox that is shown to its scenario, or to another one, as the person asks; the journal stays. */
export function reset(scenario?: string): Promise<boolean> {
  const { name, scenario: own } = contentsHere().sandbox
  return run(() => boxHere().reset(scenario, { keepRequests: true }), `${name} reset to ${scenario ?? own}`)
}

/** Says what was done; without a change, it cannot be undone. */
export function say(words: string, change?: Notice['change']): void {
  update({ notice: { words, change } })
}

/** What the person has just done, unless it is no longer what Undo reverts. */
export function standingNotice(): Notice | undefined {
  const { notice, contents } = state.value
  return notice?.change === undefined || notice.change === contents?.changes.at(-1)?.id ? notice : undefined
}

/** Undoes the newest change that the page knows, whoever made it; not a newer one, which the person has not seen. */
export async function undoLast(): Promise<void> {
  const change = contentsHere().changes.at(-1)?.id
  if (change === undefined) return say('There is nothing to undo')
  const [box, done] = [boxHere(), standingNotice()]
  await run(async () => {
    const undone = await box.undo({ change })
    await loadChanges()
    say(`Undone: ${done?.change === undefined ? describeChange(undone) : done.words}`)
  })
}

/** Closes the page, if the error says that the control API does not admit it. */
export function noteRefusal(error: unknown): void {
  if (!(error instanceof ControlClientError)) return
  if (error.status === 401) update({ access: 'token' })
  if (error.status === 403) update({ access: 'refused', failure: error.message })
}
