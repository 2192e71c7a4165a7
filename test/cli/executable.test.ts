import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const MAIN = 'dist/bin/main.js'

test.skipIf(process.platform === 'win32')('the built command is a program: npx runs it as it is', () => {
  expect(execFileSync(MAIN, ['--version'], { encoding: 'utf8' })).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test('to start, it reads a handful of its own files, and none of other packages', () => {
  const files = new Set([MAIN])
  const others = new Set<string>()
  for (const file of files) {
    for (const specifier of importedBy(file)) {
      if (specifier.startsWith('.')) files.add(join(file, '..', specifier))
      else others.add(specifier)
    }
  }
  expect(files.size).toBeGreaterThan(1)
  expect(files.size).toBeLessThan(15)
  expect([...others].filter((name) => !name.startsWith('node:') && !builtinModules.includes(name))).toEqual([])
})

/** What a module imports as it is loaded, not later. */
function importedBy(path: string): string[] {
  const matches = readFileSync(path, 'utf8').matchAll(/(?<=^|;)(?:import|export)\b[^;'"()]*"([^"]+)"(?=;)/gm)
  return Array.from(matches, ([, specifier = '']) => specifier)
}
