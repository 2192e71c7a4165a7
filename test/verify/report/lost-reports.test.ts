import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync, symlinkSync, writeSync } from 'node:fs'
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
const UNREACHABLE = 'orders-mock: Cannot reach http://127.0.0.1:1: connection refused. Is the provider running there?'

test('a report that cannot be written costs neither the other reports nor the exit code', async () => {
  const folder = temporaryFolder()
  const reports = ['json=/dev/full', `junit=${folder}/reports/report.xml`]
  const { code, stderr } = await runCommand([...NOWHERE, ...reports.flatMap((report) => ['--report', report])])
  expect({ code, lines: stderr.trimEnd().split('\n') }).toEqual({
    code: 3,
    lines: [UNREACHABLE, 'Cannot write the report /dev/full: no space left on device.'],
  })
  expect(await readFile(`${folder}/reports/report.xml`, 'utf8')).toContain('Cannot reach http://127.0.0.1:1')
})

test('a report replaces a report of the same format and no other file', async () => {
  const folder = temporaryFolder({ 'package.json': '{"name":"shop"}', 'report.json': '{"version":1,"provider":"x"}' })
  symlinkSync('package.json', join(folder, 'link.json'))
  const files = ['package.json', 'link.json', '.'].map((name) => join(folder, name))
  const { code, stderr } = await runCommand([...NOWHERE, ...files.flatMap((file) => ['--report', `json=${file}`])])
  expect({ code, lines: stderr.trimEnd().split('\n') }).toEqual({
    code: 3,
    lines: [
      UNREACHABLE,
      `Cannot write the report ${files[0]}: the file that is there is not a report of the format json. Delete it, or use another name.`,
      `Cannot write the report ${files[1]}: it is a symbolic link. Specify the target file instead.`,
      `Cannot write the report ${files[2]}: it is a folder.`,
    ],
  })
  expect(await readFile(join(folder, 'package.json'), 'utf8')).toBe('{"name":"shop"}')
  const kinds = ['pretty', 'json', 'junit', 'github', 'markdown', 'ctrf', 'html']
  const targets = kinds.flatMap((kind) => ['--report', `${kind}=${join(folder, `report.${kind}`)}`])
  await runCommand([...NOWHERE, ...targets])
  expect(await runCommand([...NOWHERE, ...targets])).toMatchObject({ code: 3, stderr: `${UNREACHABLE}\n` })
  expect(await readFile(join(folder, 'report.json'), 'utf8')).toContain('connection refused')
})

test.each([
  ['ENOSPC', '\nCannot write the report to stdout: no space left on device.'],
  ['EPIPE', ''],
])('a stdout that fails with %s does not change the exit code', async (code, message) => {
  for (const format of ['json', 'pretty']) {
    const stderr = new Output()
    const context = { stdout: failing(code), stderr, env: {}, colors: false, stop: new AbortController().signal }
    expect(await run([...NOWHERE, '--report', format], context)).toBe(3)
    expect(stderr.text).toBe(`${UNREACHABLE}${message}\n`)
  }
})

test.skipIf(missingCommands('mkfifo') !== undefined)(
  'a report that nobody reads keeps neither the error back nor SIGTERM from ending the command',
  async () => {
    const pipe = join(temporaryFolder(), 'pipe')
    execFileSync('mkfifo', [pipe])
    const stdout = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK)
    expect(() => fill(stdout)).toThrow('EAGAIN')
    const args = [MAIN, ...NOWHERE, '--report', 'json']
    const command = spawn(process.execPath, args, { stdio: ['ignore', stdout, 'pipe'] })
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
  const write: Writable['_write'] = (_chunk, _encoding, done) =>
    done(Object.assign(new Error(`${code}: no space left on device, write`), { code }))
  return new Writable({ write }).on('error', () => {})
}
