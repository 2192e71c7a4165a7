import { useEffect, useState } from 'preact/hooks'

/**
 * What the mock answers, once it has; it is asked again when `about` changes. That it does not answer, the page says
 * elsewhere.
 */
export function useAnswer<Answer extends object | undefined>(ask: () => Promise<Answer>, about: readonly unknown[]) {
  const [answer, setAnswer] = useState<Answer>()
  useEffect(() => {
    ask().then(setAnswer, () => undefined)
  }, about)
  return answer
}
