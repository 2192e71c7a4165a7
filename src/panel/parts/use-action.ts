import { useState } from 'preact/hooks'
import { isRefusal } from '../state/follow-mock.js'
import { useModel } from '../state/panel-context.js'

/** Something that a person asks for: whether it is under way, and why it failed. */
export interface Action {
  readonly isBusy: boolean
  /** In words; empty if nothing failed. */
  readonly error: string
  /** Does it; answers whether it succeeded. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>
  readonly dismiss: () => void
}

/** An action whose failure is shown where it was asked for. */
export function useAction(): Action {
  const model = useModel()
  const [{ isBusy, error }, setState] = useState({ isBusy: false, error: '' })
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    setState({ isBusy: true, error: '' })
    try {
      await work()
      setState({ isBusy: false, error: '' })
      return true
    } catch (failure) {
      if (isRefusal(failure)) {
        model.update({ access: failure.status === 401 ? 'token' : 'refused', refusal: failure.message })
      }
      setState({ isBusy: false, error: failure instanceof Error ? failure.message : String(failure) })
      return false
    }
  }
  return { isBusy, error, run, dismiss: () => setState({ isBusy: false, error: '' }) }
}
