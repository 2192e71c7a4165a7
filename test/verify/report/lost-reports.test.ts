import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync, writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { run } from '../../../src/cli/index.js'
import { Output, runCommand } from '../../cli/command.js'
import { missingCommands } from '../../on-this-machine.js'
import { temporaryFolder } from '../../temporary-file.js'

const MAIN = fileURLToPath(new URL('../../../dist/bin/main.js', import.meta.url))

const NOWHERE = ['verify', 'http://127.0.0.1:1/v1', '--checks', 'model']

test('a report that cannot be written keeps none of the others away', async () => {
  const folder = temporaryFolder()
  const reports = [`json=${folder}`, `github=${folder}/`, `junit=${folder}/report.xml`]
  const { code, stderr } = await runCommand([...NOWHERE, ...reports.flatMap((report) => ['--report', report])])
  expect({ code, lines: stderr.trimEnd().split('\n') }).toEqual({
    code: 2,
    lines: [
      expect.stringContaining(`orders-mock: Cannot write the report ${folder}: EISDIR`) as string,
      expect.stringContaining(`Cannot write the report ${folder}/: EISDIR`) as string,
    ],
  })
  expect(await readFile(`${folder}/report.xml`, 'utf8')).toContain('Cannot reach http://127.0.0.1:1')
})

test.each([
  ['ENOSPC', 2, 'orders-mock: Cannot write the report to stdout: ENOSPC\n'],
  ['EPIPE', 3, 'orders-mock: Cannot reach http://127.0.0.1:1: nothing listens there. Is the provider running there?\n'],
])('a stdout that fails with %s ends in %i', async (code, exitCode, message) => {
  for (const format of ['json', 'pretty']) {
    const stderr = new Output()
    const context = { stdout: failing(code), stderr, env: {}, colors: false, stop: new AbortController().signal }
    expect(await run([...NOWHERE, '--report', format], context)).toBe(exitCode)
    expect(stderr.text).toBe(message)
  }
})

test.skipIf(missingCommands('mkfifo') !== undefined)(
  'a report that nobody reads keeps neither the error back nor SIGTERM from ending the command',
  async () => {
    const pipe = join(temporaryFolder(), 'pipe')
    execFileSync('mkfifo', [pipe])
    const stdout = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK)
    expect(() => fill(stdout)).toThrow('EAGAIN')
    const command = spawn(process.execPath, [MAIN, ...NOWHERE, '--report', 'json'], {
      stdio: ['ignore', stdout, 'pipe'],
    })
    const [message] = (await once(command.stderr ?? command, 'data')) as [Buffer]
    expect(message.toString()).toContain('Cannot reach http://127.0.0.1:1')
    command.kill('SIGTERM')
    expect(await once(command, 'exit')).toEqual([3, null])
    closeSync(stdout)
  },
)

function fill(file: number): never {
  for (;;) writeSync(file, 'unread ')
}

function failing(code: string): Writable {
  const write: Writable['_write'] = (_chunk, _encoding, done) => done(Object.assign(new Error(code), { code }))
  return new Writable({ write }).on('error', () => {})
}
