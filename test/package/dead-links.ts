import { dirname, join } from 'node:path/posix'

const LINK = /\]\((?![a-z]+:|\/\/)([^)#\s]*)(?:#([^)\s]*))?\)/g
const FENCED = /^```[\s\S]*?^```$/gm

/**
 * The relative links of Markdown pages that lead to no file, folder or heading.
 *
 * @param pages the text of each page, by its path
 * @param paths all files that there are
 */
export function deadLinks(pages: ReadonlyMap<string, string>, paths: readonly string[]): string[] {
  return [...pages].flatMap(([page, text]) =>
    [...text.replaceAll(FENCED, '').matchAll(LINK)]
      .filter(([, target = '', heading]) => {
        const path = target === '' ? page : join(dirname(page), target)
        const isThere = paths.some((file) => file === path || file.startsWith(`${path.replace(/\/$/, '')}/`))
        return !isThere || (heading !== undefined && !headingsOf(pages.get(path) ?? '').includes(heading))
      })
      .map(([link]) => `${page}: ${link.slice(1)}`),
  )
}

/** The headings of a page, as links name them. */
function headingsOf(text: string): string[] {
  const headings = text.replaceAll(FENCED, '').matchAll(/^#+ (.+)$/gm)
  return Array.from(headings, ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(/\s/g, '-'),
  )
}
