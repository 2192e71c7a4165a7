// Builds what is used of @mswjs/data, a few kilobytes, into the package: installed whole it brings 70 MB along (date-fns,
// msw, graphql, lodash). The licences of what is in the bundle go with it.
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'

const folder = 'dist/vendor'
const { metafile } = await build({
  stdin: { contents: "export { Database } from '@mswjs/data/lib/db/Database.js'", resolveDir: '.' },
  outfile: join(folder, 'mswjs-data.js'),
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'es2023',
  metafile: true,
  plugins: [{ name: 'without md5', setup: leaveOutMd5 }],
})
const packages = new Set(
  Object.keys(metafile.inputs).flatMap((path) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []),
)
const notices = await Promise.all([...packages].toSorted().map(noticeOf))
await mkdir(folder, { recursive: true })
await writeFile(join(folder, 'LICENCES.txt'), notices.join(`\n${'-'.repeat(80)}\n\n`))

/** A database hashes its id for those who tell databases apart by it. Nobody does here, and md5 is a third of the bundle. */
function leaveOutMd5({ onResolve, onLoad }) {
  onResolve({ filter: /^md5$/ }, () => ({ path: 'md5', namespace: 'left-out' }))
  onLoad({ filter: /^md5$/, namespace: 'left-out' }, () => ({ contents: 'module.exports = (text) => text' }))
}

async function noticeOf(name) {
  const root = join('node_modules', name)
  const { version, license, author } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const file = (await readdir(root)).find((each) => /^licen[cs]e/i.test(each))
  const text =
    file === undefined
      ? `Licence: ${license}. Author: ${author?.name ?? author ?? 'not said'}.\n`
      : await readFile(join(root, file), 'utf8')
  return `${name} ${version} (${license})\n\n${text}`
}
