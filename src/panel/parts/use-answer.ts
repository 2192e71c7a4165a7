import { type FunctionComponent, h } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { state } from '../state/panel-state.js'

/** The mock's response, once it has come. It is asked again when `about` changes, and when the connection is back. */
export function useAnswer<Answer extends object | undefined>(ask: () => Promise<Answer>, about: readonly unknown[]) {
  const [answer, setAnswer] = useState<Answer>()
  useEffect(() => {
    // A response that comes late never overwrites one to a newer request.
    let isAsked = true
    ask().then(
      (given) => isAsked && setAnswer(given),
      () => undefined,
    )
    return () => void (isAsked = false)
  }, [...about, state.value.connection === 'lost'])
  return answer
}

export function lazy<Props extends object>(load: () => Promise<readonly [FunctionComponent<Props>]>) {
  return function Lazy(props: Props) {
    const [component] = useAnswer(load, []) ?? []
    return component === undefined ? null : h(component, props)
  }
}
