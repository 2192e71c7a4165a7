import { type ControlClient, ControlClientError } from '../../control-client/index.js'
import { addressOf, type Place, readAddress } from './address.js'
import { mockHere } from './mock-here.js'
import { boxHere, readContents, showMissing, state, update } from './panel-state.js'

/** Goes to another sandbox, another view or both. It is an entry of the history, so the browser's Back button works. */
export function goTo(place: Partial<Place>): void {
  const { sandboxName, view } = { ...state.value, ...place }
  if (sandboxName === state.value.sandboxName && view === state.value.view) return
  history.pushState(null, '', addressOf({ sandboxName, view }))
  scrollTo(0, 0)
  showAddress()
}

export async function openNew(options: Parameters<ControlClient['createSandbox']>[0]): Promise<void> {
  goTo({ sandboxName: (await mockHere().createSandbox(options)).name })
}

export function showAddress(): void {
  const place = { ...readAddress(), dialog: undefined, failure: undefined }
  // What failed stays where it did.
  if (place.sandboxName === state.value.sandboxName) return update(place)
  update({ ...place, contents: undefined, isMissing: false, notice: undefined })
}

/** Loads the sandbox that the page shows. */
export async function loadSandbox(): Promise<void> {
  const box = boxHere()
  try {
    const contents = await readContents(box)
    if (box.name === state.value.sandboxName) update({ contents, isMissing: false })
  } catch (error) {
    if (!(error instanceof ControlClientError && (error.status === 404 || error.status === 400))) throw error
    if (box.name === state.value.sandboxName) showMissing()
  }
}

/** Loads the list of sandboxes: `main` first, and then the most recently used. */
export async function loadSandboxes(): Promise<void> {
  const { sandboxes, evictions } = await mockHere().sandboxes()
  update({ sandboxes: { sandboxes: [...sandboxes.slice(0, 1), ...sandboxes.slice(1).toReversed()], evictions } })
}

export async function loadScenarios(): Promise<void> {
  update({ scenarios: await mockHere().scenarios() })
}
