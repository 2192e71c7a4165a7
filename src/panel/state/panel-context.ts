import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { PanelModel, type PanelState, type SandboxContents } from './panel-model.js'

const Context = createContext(new PanelModel('main'))

/** Hands the model down to every part of the page. */
export const PanelProvider = Context.Provider

export function useModel(): PanelModel {
  return useContext(Context)
}

/** The state of the page; a component that asks for it is rendered again with each change. */
export function usePanelState(): PanelState {
  return useModel().state
}

/** What is known of the sandbox that is shown; only views that are shown when it is there may use it. */
export function useContents(): SandboxContents {
  const { contents } = usePanelState()
  if (contents === undefined) throw new Error('There is no sandbox to show.')
  return contents
}
