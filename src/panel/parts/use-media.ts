import { useEffect, useState } from 'preact/hooks'

/** Whether a media query matches, now and from now on. */
export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches)
  useEffect(() => {
    const list = matchMedia(query)
    const follow = (): void => setMatches(list.matches)
    follow()
    list.addEventListener('change', follow)
    return () => list.removeEventListener('change', follow)
  }, [query])
  return matches
}

/** Whether the page is so narrow that rows become cards; the style sheets know the same width. */
export function useIsNarrow(): boolean {
  return useMedia('(max-width: 1020px)')
}
