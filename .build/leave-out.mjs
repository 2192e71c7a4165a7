/** A `debug` that never says anything. */
const SILENT = 'module.exports = () => Object.assign(() => {}, { enabled: false })'

/**
 * Leaves out what packages load and nobody here uses: the hash of a database's id, texts of any encoding, what templates
 * ask for, a second validator of JSON Schemas, and what packages say to their own authors.
 */
export function leaveOut() {
  return {
    name: 'leave out',
    resolveId: {
      filter: { id: /^(?:md5|iconv-lite|ajv|ajv-formats|\.\/view|debug)$/ },
      handler: (id) => (id === 'debug' ? '\0left-out-debug.cjs' : '\0left-out'),
    },
    load: {
      filter: { id: /left-out/ },
      handler: (id) => (id.endsWith('.cjs') ? SILENT : 'export default (text) => text'),
    },
  }
}
