import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'rolldown/utils'
import { expect, test } from 'vitest'
import { ENTRIES } from './entries.js'

// The declarations are compiled in the exhaustive tests; which names they have can be read from the sources.

const root = fileURLToPath(new URL('../../', import.meta.url))

test.each(Object.entries(ENTRIES))('%s exports its names, and no others', (_, { source, values, types }) => {
  const names = namesIn(source)
  expect({
    values: names.filter(({ isType }) => !isType).map(({ name }) => name),
    types: names.filter(({ isType }) => isType).map(({ name }) => name),
  }).toEqual({ values, types })
})

test('each entry of package.json has its names', () => {
  const { exports } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { exports: object }
  const modules = Object.keys(exports).filter((path) => !/\.\w+$/.test(path))
  expect(modules.map((path) => posix.join('orders-mock', path)).toSorted()).toEqual(Object.keys(ENTRIES).toSorted())
})

interface ExportedName {
  readonly name: string
  readonly isType: boolean
}

/** What a module exports, in the order of the alphabet. */
function namesIn(path: string): ExportedName[] {
  const { staticExports } = parseSync(path, readFileSync(root + path, 'utf8')).module
  const names = staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ exportName: { name }, moduleRequest, isType }) =>
      name === null
        ? namesIn(posix.join(posix.dirname(path), (moduleRequest?.value ?? '').replace(/\.js$/, '.ts')))
        : [{ name, isType }],
    ),
  )
  return names.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}
