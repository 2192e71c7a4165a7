import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The title and the copyright lines with which a licence begins. */
const BEGINNING = /^(?:[ \t]*(?:\(?(?:the )?(?:isc|mit) licen[cs]e(?: \(mit\))?\)?|copyright\b.*)?[ \t]*\r?\n)*/i

/**
 * The licences of the packages that modules are of, in one text: each once, below the packages that have it with their
 * copyright lines.
 */
export async function licencesOf(moduleIds) {
  const roots = new Set(moduleIds.flatMap((id) => /.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []))
  const notices = await Promise.all(Array.from(roots, noticeOf))
  const byWords = new Map(notices.map(({ text }) => [wordsOf(text), text]))
  const sections = Array.from(byWords, ([words, text]) => {
    const heads = notices.filter((notice) => wordsOf(notice.text) === words).map(({ head }) => head)
    return `${[...new Set(heads)].toSorted((one, other) => one.localeCompare(other)).join('\n')}\n\n${text}\n`
  })
  return sections.toSorted((one, other) => one.localeCompare(other)).join(`\n${'-'.repeat(80)}\n\n`)
}

async function noticeOf(root) {
  const { name, version, license, author } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const file = (await readdir(root)).find((each) => /^licen[cs]e/i.test(each))
  const text =
    file === undefined
      ? `Licence: ${license}. Author: ${author?.name ?? author ?? 'not said'}.`
      : await readFile(join(root, file), 'utf8')
  const [beginning] = BEGINNING.exec(text) ?? ['']
  const copyright = beginning.match(/copyright\b.*/gi) ?? []
  return {
    head: [`${name} ${version} (${license})`, ...copyright].join('\n  '),
    text: text.slice(beginning.length).trim(),
  }
}

/** Line breaks, indents and quotation marks differ from package to package. */
function wordsOf(text) {
  return text.replaceAll(/\W+/g, ' ')
}
