import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const documents = ['.github', 'contracts', 'fixtures', 'test']
  .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true }).map((path) => `${folder}/${String(path)}`))
  .filter((path) => path.endsWith('.md'))

test.each(['README.md', ...documents])('what %s links to or names exists', (document) => {
  const text = readFileSync(join(ROOT, document), 'utf8')
  const links = [...text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, link = '']) => link)
  const named = [...text.matchAll(/`((?:contracts|fixtures|src|test|\.github|\.ci)\/[\w./-]*[\w/])`/g)].map(
    ([, path = '']) => path,
  )
  const missing = [
    ...links.filter((link) => !isThere(link, join(ROOT, document))),
    ...named.filter((path) => !existsSync(join(ROOT, path))),
  ]
  expect(missing).toEqual([])
})

test('a link to a file or a heading that is not there is noticed', () => {
  const readme = join(ROOT, 'README.md')
  expect(
    ['contracts/nothing.md', '#no-such-heading', 'contracts/verify.md#no-such-heading'].filter((link) =>
      isThere(link, readme),
    ),
  ).toEqual([])
})

function isThere(link: string, document: string): boolean {
  const [path = '', anchor] = link.split('#')
  const file = path === '' ? document : join(dirname(document), path)
  return existsSync(file) && (anchor === undefined || headingsOf(readFileSync(file, 'utf8')).includes(anchor))
}

/** The anchors that GitHub gives to headings. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
