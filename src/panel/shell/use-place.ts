import { useEffect, useRef, useState } from 'preact/hooks'
import { loadSandbox } from '../state/load.js'
import { useModel, usePanelState } from '../state/panel-model.js'
import { addressOf, readAddress, type View } from './address.js'

/**
 * Keeps the address and what the page shows together: moving on makes an entry of the history, and the browser's way
 * back works.
 */
export function usePlace(): { readonly view: View; readonly setView: (view: View) => void } {
  const model = useModel()
  const { sandboxName } = usePanelState()
  const [view, setView] = useState<View>(() => readAddress(location).view)
  const isFirstSandbox = useRef(true)
  useEffect(() => {
    const goBack = (): void => {
      const place = readAddress(location)
      setView(place.view)
      if (place.sandboxName !== model.state.sandboxName) model.show(place.sandboxName)
    }
    addEventListener('popstate', goBack)
    return () => removeEventListener('popstate', goBack)
  }, [model])
  useEffect(() => {
    const place = readAddress(location)
    if (place.sandboxName === sandboxName && place.view === view) return
    history.pushState(null, '', addressOf(sandboxName, view))
    scrollTo(0, 0)
  }, [sandboxName, view])
  useEffect(() => {
    // The first sandbox is loaded by who follows the events; another one may be chosen while that is under way.
    const isLoadedElsewhere = isFirstSandbox.current && model.state.connection === 'connecting'
    isFirstSandbox.current = false
    if (!isLoadedElsewhere) void loadSandbox(model).catch(() => {})
  }, [model, sandboxName])
  return { view, setView }
}
