/** A `debug` that never says anything. */
const SILENT = 'module.exports = () => Object.assign(() => {}, { enabled: false })'

/** What the server for agents takes from Node, with a validator that no tool of ours uses. */
const SHIMS = `export { default as process } from 'node:process'
export class DefaultJsonSchemaValidator {}`

/**
 * Leaves out what packages load and nobody here uses: the hash of a database's id, texts of any encoding, what templates
 * ask for, a second validator of JSON Schemas, and what packages say to their own authors.
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
      filter: { id: /left-out/ },
      handler: (id) => {
        if (id.endsWith('.cjs')) return SILENT
        return id.endsWith('shims') ? SHIMS : 'export default (text) => text'
      },
    },
  }
}
