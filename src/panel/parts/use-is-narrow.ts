import { useEffect, useState } from 'preact/hooks'

/** Whether the page is so narrow that rows become cards, now and from now on; the style sheets know the same width. */
export function useIsNarrow(): boolean {
  const [query] = useState(() => matchMedia('(max-width: 1020px)'))
  const [isNarrow, setIsNarrow] = useState(query.matches)
  useEffect(() => {
    const follow = (): void => setIsNarrow(query.matches)
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [query])
  return isNarrow
}
