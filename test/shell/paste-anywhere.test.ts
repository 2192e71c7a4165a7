import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { array, constantFrom, dictionary, oneof, option, record, sample, string, stringMatching } from 'fast-check'
import { expect, test } from 'vitest'
import { Sender } from '../../src/contract/index.js'
import { printable } from '../../src/node/index.js'
import { curlArguments, curlLine, line, sh } from '../../src/shell/index.js'
import { missingCommands } from '../on-this-machine.js'
import { temporaryFolder } from '../temporary-file.js'
import { serveDuringTest } from '../verify/providers/during-test.js'

// Whoever pastes a command sends what the verifier has sent, and nothing else: no file is read, nothing runs.

const MARKER = 'CONTENT-OF-A-FILE'
const DIRECTIVES = [
  '@secret', '@-', '<secret', '~', '!!', '!$', '$HOME', '$(touch PWNED)', '`touch PWNED`', "'", '"', '\\', "\\'", '%s%n',
  '\\n', '{a,b}', '[1-3]', '-K', '--config', 'secret', '$ORDERS_MOCK_KEY', '${ORDERS_MOCK_KEY}', '=ls', '#', ';', '&', '|', '*', '?',
  '<(touch',
  '##[error]', "';touch PWNED;'", "\\';touch PWNED;\\'", '..', '%2e%2e', '/../', '/./',
] // prettier-ignore
const BREAKING = [
  ['\n', '\r\n', '\t', '\u0000', '\u001B[201~\ntouch PWNED\n'],
  ["\u001B'; touch PWNED; '", '\u202E', 'é', '語'],
].flat()
/** Characters that are bytes. */
const BYTES = ['\u00E9', '\u00FF', '\u00C3\u00A9', '\u00E2\u0080\u00AE']

const pieces = (...texts: readonly string[]) =>
  array(oneof(constantFrom(...texts), string({ maxLength: 3 })), { maxLength: 4 }).map((parts) => parts.join(''))
const requests = record({
  method: constantFrom('GET', 'POST', 'PUT', 'DELETE'),
  path: pieces(...DIRECTIVES).map((text) => `/v1/${text.replaceAll(/[#\s]/g, '')}`),
  headers: dictionary(
    stringMatching(/^X-[!$%&'*+^`|~\w]{1,5}$/),
    pieces(...DIRECTIVES, ...BYTES).map((text) => text.trim()),
    { maxKeys: 3 },
  ),
  content: option(
    pieces(...DIRECTIVES, ...BREAKING).filter((text) => text !== ''),
    { nil: undefined },
  ),
}).map(({ method, content, ...request }) => ({
  ...request,
  method,
  ...(method.startsWith('P') && content !== undefined && { content }),
}))

const OWN = /^(?:X-|Content-Type$)/i

const SHELLS: readonly (readonly [string, ...string[]])[] = [['bash', '--norc', '-i'], ['dash'], ['zsh', '-f', '-i']]

test.skipIf(missingCommands('curl')).each(SHELLS.filter(([shell]) => spawnSync(shell, ['-c', 'true']).status === 0))(
  '%s sends what was sent',
  async (shell, ...options) => {
    const seen: object[] = []
    const origin = await serveDuringTest(async (request, response) => {
      const body = (await buffer(request)).toString('latin1')
      const { method, url, rawHeaders } = request
      const own = rawHeaders.flatMap((name, at) =>
        at % 2 === 0 && OWN.test(name) ? [`${name}: ${rawHeaders[at + 1]}`] : [],
      )
      seen.push({ method, url, own: own.toSorted(), body })
      response.end('{}')
    })
    const sender = new Sender(10_000)
    const drawn = sample(requests, { numRuns: 60, seed: 7 }).filter(
      (each) => shell !== 'dash' || /^[ -~]*$/.test([each.path, each.content, ...Object.values(each.headers)].join('')),
    )
    for (const request of drawn) await sender.send({ ...request, url: origin + request.path })
    sender.close()
    const sent = seen.splice(0)
    const lines = drawn.map((request, at) =>
      line(
        sh`curl ${curlArguments({ ...request, url: origin + request.path }, sh`-sS -m 10`)}`,
        `${at}. ${request.path} ${request.content}`,
      ),
    )
    const cwd = temporaryFolder()
    writeFileSync(join(cwd, 'secret'), MARKER)
    await run(shell, options, lines, cwd)
    for (const [at, request] of sent.entries())
      expect({ line: lines[at], ...seen[at] }).toEqual({ line: lines[at], ...request })
    expect(seen).toHaveLength(sent.length)
    expect(JSON.stringify(seen)).not.toContain(MARKER)
    expect(readdirSync(cwd)).toEqual(['secret'])
  },
  60_000,
)

test('a command is printed as it is: nothing in it steers a terminal or the log of a CI job', () => {
  const content = '\u001B[2J\u202E##[error]x ##teamcity[x]'
  const command = curlLine({ method: 'POST', url: 'http://any/##[x', headers: { 'X-A': content.slice(5) }, content })
  expect(printable(command)).toBe(command)
})

function run(shell: string, options: readonly string[], lines: readonly string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const env = { PATH: process.env['PATH'], HOME: cwd, ORDERS_MOCK_KEY: MARKER, LANG: 'C.UTF-8', HISTFILE: '' }
    const child = spawn(shell, options, { cwd, env, stdio: ['pipe', 'ignore', 'pipe'] })
    child.stderr.on('data', (chunk: Buffer) => process.env['SHOW'] && process.stderr.write(chunk))
    child.on('error', reject).on('close', () => resolve())
    child.stdin.end(`${lines.join('\n')}\n`)
  })
}
