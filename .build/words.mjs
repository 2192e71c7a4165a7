// Finds words that .github/CONTRIBUTING.md replaces, in the texts below the current folder that users read.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import ts from 'typescript'

/** What is not written, and what is written instead. */
const WORDS = [
  [/\bworlds?\b/gi, 'sandbox'],
  [/\b(rooms?|wings?)\b/gi, 'module'],
  [/\bdoors?\b/gi, 'public interface'],
  [/\bwalls?\b/gi, 'import rules'],
  [/\bfaces?\b/gi, 'adapter'],
  [/\b(answer(s|ed|ing)?|repl(y|ies|ied))\b/gi, 'response, return, respond with'],
  [/\baccus(es?|ed|ing)\b/gi, 'wrongly report'],
  [/\brefus(es?|ed|al)\b/gi, 'reject'],
  [/\breal\s+time\b/gi, 'current time, system time'],
  [/\bbase\s+address\b/gi, 'base URL'],
  [/\blists\s+all\b(?!\s+[a-z])/gi, '"lists all" and a noun'],
]

/** What no message of any module says. */
const IN_MESSAGES = [[/\bGive\b|(?:: |, or |')give an?\b/g, 'set or pass an option, use a value']]

/** Texts in which these words may stand, each with the reason. */
const ALLOWED = [
  ['test/faces', 'the name of a folder'],
  ['../faces', 'a link to that folder'],
  ['face.ts', 'a file in that folder'],
  ['lost-answers', 'the name of a scenario'],
  ['connection refused', 'the term of TCP'],
  ["'refused'", 'a state of the panel that is not shown'],
]

const PLACES = ['README.md', '.github', 'contracts', 'fixtures', 'src', 'test']

/** Modules whose texts are all for users; elsewhere, some are names that only code reads. */
const FOR_USERS = /^src\/(?:cli|panel)\b/

const IS_TEXT = [ts.isStringLiteralLike, ts.isTemplateHead, ts.isTemplateMiddleOrTemplateTail, ts.isJsxText]

const files = PLACES.filter((place) => existsSync(place)).flatMap((place) =>
  place.endsWith('.md') ? [place] : readdirSync(place, { recursive: true }).map((name) => join(place, name)),
)
for (const path of files.filter(isRead)) {
  const text = ALLOWED.reduce((rest, [words]) => rest.replaceAll(words, ' '.repeat(words.length)), textsOf(path))
  const isForUsers = !path.startsWith('src') || FOR_USERS.test(path)
  for (const [words, instead] of [...IN_MESSAGES, ...(isForUsers ? WORDS : [])]) {
    for (const { 0: found, index } of text.matchAll(words)) {
      process.exitCode = 1
      const line = text.slice(0, index).split('\n').length
      console.error(`${path}:${line}: "${found.replaceAll(/\s+/g, ' ')}": use ${instead}`)
    }
  }
}

function isRead(path) {
  if (path.startsWith('test')) return path.endsWith('README.md')
  return path.startsWith('src') ? /(?<!\.generated)\.tsx?$/.test(path) : /\.(md|json|ya?ml)$/.test(path)
}

/** A document as it is; of code, its texts alone, each in its line. */
function textsOf(path) {
  const text = readFileSync(path, 'utf8')
  if (!path.startsWith('src')) return text
  const code = ts.createSourceFile(path, text, ts.ScriptTarget.Latest)
  let texts = text.replaceAll(/[^\n]/g, ' ')
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return
    const isText = IS_TEXT.some((is) => is(node))
    if (isText) texts = texts.slice(0, node.getStart(code)) + node.getText(code) + texts.slice(node.end)
    ts.forEachChild(node, visit)
  }
  visit(code)
  return texts
}
