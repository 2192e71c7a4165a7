import { chmodSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder, replaceFile } from '../../src/node/index.js'
import { temporaryFolder } from '../temporary-file.js'

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

test('a file is replaced through a new one that nobody else can have put there, and keeps its mode', () => {
  const folder = temporaryFolder()
  const file = join(folder, 'state.json')
  const written: unknown[] = []
  const write = (path: string, text: string, options: object): void => {
    written.push(options)
    writeFileSync(path, text, options)
  }
  const calls = { renameSync, writeFileSync: write as typeof writeFileSync }
  replaceFile(file, 'one', calls)
  chmodSync(file, 0o600)
  replaceFile(file, 'two', calls)
  expect(written).toEqual([{ flag: 'wx' }, { flag: 'wx', mode: 0o600 }])
  expect([readdirSync(folder), readFileSync(file, 'utf8'), statSync(file).mode & 0o777]).toEqual([
    ['state.json'],
    'two',
    0o600,
  ])
})
