import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { expect, test } from 'vitest'

const ENTRY = fileURLToPath(new URL('weight/one-scenario.js', import.meta.url))
const MSW = ['msw', 'msw/browser']

/** What a page with one scenario may load, in bytes after gzip, without msw. */
const MOST_BYTES = 42_000

/** A file of a bundle: what the page loads at once and what it loads when it is needed. */
interface Chunk {
  readonly name: string
  readonly code: string
  /** The chunks that are loaded with it. */
  readonly imports: readonly string[]
}

test('a page with one scenario loads at most 42 kB, and neither Node nor what it does not use', async () => {
  const { entry, chunks } = await bundlePage()
  const loaded = loadedWith(entry, chunks)
  const bytes = gzipSync(loaded.map(({ code }) => code).join('\n'), { level: 9 }).byteLength
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES)
  // Too little would be something else than the mock.
  expect(bytes).toBeGreaterThan(20_000)
  const imported = loaded.flatMap(({ imports }) => imports).filter((name) => !chunks.has(name))
  expect(new Set(imported)).toEqual(new Set(['msw', 'msw/browser']))
  const later = [...chunks.values()].filter((chunk) => !loaded.includes(chunk))
  expect([tracesIn(loaded), tracesIn(later)]).toEqual([[], TRACES])
})

/** What only persistence and the control API have in them. */
const TRACES = ['indexedDB', 'BroadcastChannel', 'orders-mock control API']

function tracesIn(chunks: readonly Chunk[]): string[] {
  return TRACES.filter((trace) => chunks.some(({ code }) => code.includes(trace)))
}

async function bundlePage() {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, modulePreload: { polyfill: false }, rolldownOptions: { input: ENTRY, external: MSW } },
  })
  if (!('output' in result)) throw new Error('Vite has not made a bundle.')
  const chunks = result.output.flatMap((each) => (each.type === 'chunk' ? [each] : []))
  const entry = chunks.find(({ isEntry }) => isEntry)?.fileName ?? ''
  const byName = chunks.map(({ fileName: name, code, imports }): [string, Chunk] => [name, { name, code, imports }])
  return { entry, chunks: new Map(byName) }
}

function loadedWith(entry: string, chunks: ReadonlyMap<string, Chunk>, found = new Set<Chunk>()): Chunk[] {
  const chunk = chunks.get(entry)
  if (chunk === undefined || found.has(chunk)) return []
  found.add(chunk)
  return [chunk, ...chunk.imports.flatMap((name) => loadedWith(name, chunks, found))]
}
