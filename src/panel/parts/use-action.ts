import { useState } from 'preact/hooks'
import { noteRefusal } from '../state/follow-mock.js'
import { changesMadeHere } from '../state/history.js'
import { useModel } from '../state/panel-model.js'

/** Something that a person asks for: whether it is under way, and why it failed. */
export interface Action {
  readonly isBusy: boolean
  /** In words; empty if nothing failed. */
  readonly error: string
  /** Does it; answers whether it succeeded. With a notice, the page says what was done, and offers to undo it. */
  readonly run: (work: () => Promise<unknown>, notice?: NoticeOfAction) => Promise<boolean>
  readonly dismiss: () => void
}

export interface NoticeOfAction {
  /** What was done, in words. */
  readonly words: string
  /** The orders that were changed; absent if the change is not one of orders. */
  readonly orderIds?: readonly string[]
}

/** An action whose failure is shown where it was asked for. */
export function useAction(): Action {
  const model = useModel()
  const [{ isBusy, error }, setState] = useState({ isBusy: false, error: '' })
  const run = async (work: () => Promise<unknown>, notice?: NoticeOfAction): Promise<boolean> => {
    setState({ isBusy: true, error: '' })
    try {
      await work()
      setState({ isBusy: false, error: '' })
      if (notice !== undefined) {
        const changes = await changesMadeHere(model, notice.orderIds).catch(() => [])
        model.update({ notice: { words: notice.words, changes } })
      }
      return true
    } catch (failure) {
      noteRefusal(model, failure)
      setState({ isBusy: false, error: failure instanceof Error ? failure.message : String(failure) })
      return false
    }
  }
  return { isBusy, error, run, dismiss: () => setState({ isBusy: false, error: '' }) }
}
