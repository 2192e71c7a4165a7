import { useEffect, useState } from 'preact/hooks'

/**
 * What the mock answers, once it has; it is asked again when `about` changes. If it does not answer, the page says so
 * elsewhere.
 */
export function useAnswer<Answer extends object | undefined>(ask: () => Promise<Answer>, about: readonly unknown[]) {
  const [answer, setAnswer] = useState<Answer>()
  useEffect(() => {
    // An answer that comes late never overwrites one to a newer question.
    let isAsked = true
    ask().then(
      (given) => isAsked && setAnswer(given),
      () => undefined,
    )
    return () => {
      isAsked = false
    }
  }, about)
  return answer
}
