import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The licences of the packages that modules are of, in one text: each once, below the packages that have it. */
export async function licencesOf(moduleIds) {
  const roots = new Set(moduleIds.flatMap((id) => /.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []))
  const notices = await Promise.all(Array.from(roots, noticeOf))
  const byText = new Map(notices.map(({ text }) => [text, notices.filter((notice) => notice.text === text)]))
  const sections = Array.from(byText, ([text, packages]) => `${packages.map(({ name }) => name).join('\n')}\n\n${text}`)
  return sections.toSorted((one, other) => one.localeCompare(other)).join(`\n${'-'.repeat(80)}\n\n`)
}

async function noticeOf(root) {
  const { name, version, license, author } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const file = (await readdir(root)).find((each) => /^licen[cs]e/i.test(each))
  const text =
    file === undefined
      ? `Licence: ${license}. Author: ${author?.name ?? author ?? 'not said'}.\n`
      : await readFile(join(root, file), 'utf8')
  return { name: `${name} ${version} (${license})`, text }
}
