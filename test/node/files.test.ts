import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../../src/node/index.js'
import { temporaryFolder } from '../temporary-file.js'

test('a folder is made with those around it, and left alone if it is there', () => {
  const folder = temporaryFolder()
  const inner = join(folder, 'a', 'b')
  makeFolder(inner)
  makeFolder(inner)
  expect(statSync(inner).isDirectory()).toBe(true)
})

test('a file in its place, or around it, is an error', () => {
  const file = join(temporaryFolder(), 'file')
  writeFileSync(file, '')
  expect(() => makeFolder(file)).toThrow(/EEXIST/)
  expect(() => makeFolder(join(file, 'a'))).toThrow(/ENOTDIR|EEXIST/)
})

// Node would try for ever.
test('a file system without new folders is an error', ({ skip }) => {
  skip(process.platform !== 'linux', 'Only Linux has /proc.')
  expect(() => makeFolder('/proc/nothing/here')).toThrow(/ENOENT/)
})
