import { readFile } from 'node:fs/promises'

/** A `debug` without output. */
const SILENT = 'module.exports = () => Object.assign(() => {}, { enabled: false })'

/** What the server for agents takes from Node, with a validator that no tool of ours uses. */
const SHIMS = `export { default as process } from 'node:process'
export class DefaultJsonSchemaValidator {}`

/** The kinds of file that the server has, and those that packages name. */
const EXTENSIONS = new Set(['bin', 'css', 'html', 'js', 'json', 'svg', 'txt'])

/**
 * Omits what packages load and nobody here uses: the hash of a database's id, texts of any encoding, what templates
 * ask for, a second validator of JSON Schemas, the media types of files that are never served, and what packages say to
 * their own authors.
 */
export function leaveOut() {
  return {
    name: 'leave out',
    resolveId: {
      filter: { id: /^(?:md5|iconv-lite|\.\/view|debug|@modelcontextprotocol\/server\/_shims)$/ },
      handler: (id) => {
        if (id === 'debug') return '\0left-out-debug.cjs'
        return id.endsWith('_shims') ? '\0left-out-shims' : '\0left-out'
      },
    },
    load: {
      filter: { id: /left-out|\/mime-db\/db\.json$/ },
      handler: async (id) => {
        if (id.endsWith('.json')) return await servedTypes(id)
        if (id.endsWith('.cjs')) return SILENT
        return id.endsWith('shims') ? SHIMS : 'export default (text) => text'
      },
    },
  }
}

async function servedTypes(path) {
  const types = Object.entries(JSON.parse(await readFile(path, 'utf8')))
  const served = types.filter(([, { extensions = [] }]) => extensions.some((each) => EXTENSIONS.has(each)))
  return JSON.stringify(Object.fromEntries(served))
}
