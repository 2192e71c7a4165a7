import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { listening } from '../listening.js'
import { temporaryFile, temporaryFolder } from '../temporary-file.js'
import { runCommand } from './command.js'

const NAMES =
  'cancelled, default, empty, flaky, int64, large, lost-answers, pending, shipped, slow, sparse, sunset-passed, unlike'

const NO_KEY = /^orders-mock: "two words" is not a valid API key: .* visible ASCII .* without spaces\.\n$/
const NO_PORT = /^orders-mock: option '--port <port>' argument is invalid\. .* whole number, 0 .*, 65535 at most\.\n$/
const NO_VARIABLE = /^orders-mock: .* from env 'ORDERS_MOCK_PORT' is invalid\. It must be a .* most\.\n$/
const NO_URL = /^orders-mock: --url: "foo" is not the address of a mock\. Did you mean "http:\/\/foo"\?/
const NO_CONSUMER = /^orders-mock: --record-pact requires the name of the consumer: set --consumer <name>\.\n$/
const NO_PACT = /^orders-mock: Cannot write the pact package\.json\/a\.json: /
const NO_RATE = /It must be a number greater than 0, such as 20 or 0\.5, without an exponent\.\n$/
const NO_SCENARIO = `^orders-mock: scenario: .* "shiped"\\. Did you mean shipped\\? Known: ${NAMES}\\.\n$`
const NO_COMMAND = /^orders-mock: Unknown command "sevre"\. Did you mean serve\? Available commands: serve, /

test.each<[args: string[], message: RegExp, env?: Record<string, string>]>([
  [['--port', 'many'], NO_PORT],
  [['--port'], /^orders-mock: option '--port <port>' argument missing\n$/],
  [['--latency', '99999999999'], /It must be a duration such as 500ms, 30s or 1m, from 0ms to 10m\.\n$/],
  [['verify', 'http://x/v1', '--timeout', '50000m'], /It must be a duration .*, from 1ms to 24h\.\n$/],
  [['verify', 'http://x/v1', '--rate', '1e9'], NO_RATE],
  [['verify', 'http://x/v1', '--key', 'a\nb'], /^orders-mock: The key \(--key\) /],
  [['verify', 'http://x/v1', '--key', 'ключ'], /^orders-mock: The key \(--key\) /],
  [['mcp', '--url', 'foo'], NO_URL],
  [['proxy', 'ftp://x/v1'], /^orders-mock: "ftp:\/\/x\/v1" is not a valid base URL\. Example: /],
  [['--record-pact', 'a.json'], NO_CONSUMER],
  [['--record-pact', 'package.json/a.json', '--consumer', 'shop'], NO_PACT],
  [['--consumer', 'shop'], /^orders-mock: --consumer has no effect without --record-pact <file>\.\n$/],
  [['--max-sandboxes', '0'], /It must be a whole number, 1 or more\.\n$/],
  [['--key', ''], /It must not be empty\.\n$/],
  [['--key', 'two words'], NO_KEY],
  [['--sunset', 'tomorrow'], /^orders-mock: sunset: "tomorrow" is not an instant, .* date, such as 2026-11-20\.\n$/],
  [['--now', 'soon', '--fixtures', 'test/upgrades/0.1.0/scenarios'], /^orders-mock: now: "soon" is not an instant/],
  [['--openapi', 'nowhere.yaml'], /^orders-mock: Cannot read the description nowhere\.yaml: /],
  [['--log', 'loud'], /^orders-mock: option '--log <format>' .* Allowed choices are pretty, json, silent\.\n$/],
  [['--prot', '1'], /^orders-mock: unknown option '--prot'\n\(Did you mean --port\?\)\n$/],
  [['--scenario', 'shiped'], new RegExp(NO_SCENARIO)],
  [['--host', 'no.such.host.invalid'], /has no address "no\.such\.host\.invalid"\. Use --host 127\.0\.0\.1/],
  [['sevre'], NO_COMMAND],
  [['serve', 'now'], /^orders-mock: too many arguments/],
  [['--pr\r\u001b[2Kot'], /^orders-mock: unknown option '--pr\ufffd\ufffd\[2Kot'\n/],
  [['scenarios', 'test/cli'], /^orders-mock: No scenario files \(\.yaml, \.yml, \.json\) found in test\/cli\.\n$/],
  [[], NO_VARIABLE, { ORDERS_MOCK_PORT: 'many' }],
])('%j is rejected with one message and exit code 2', async (args, message, env) => {
  const { code, stdout, stderr } = await runCommand(args, env)
  expect(stderr).toMatch(message)
  expect(stderr).not.toMatch(/\n\s+at /)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
})

test('a port in use is rejected with the way out', async () => {
  const { port } = new URL(await listening(createServer()))
  await expect(runCommand(['--port', port])).resolves.toEqual({
    code: 2,
    stdout: '',
    stderr: `orders-mock: Port ${port} on 127.0.0.1 is in use. Stop what listens there, or choose another: --port 0 picks a free one.\n`,
  })
})

test('scenarios lists the built-in ones with their counts and titles, in columns that fit a terminal', async () => {
  const { code, stdout, stderr } = await runCommand(['scenarios'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout.split('\n')).toEqual([
    'scenario       pending  shipped  cancelled',
    'cancelled            -        -          2  Cancelled orders',
    'default              6        2          1  A small pet store with orders in every status',
    'empty                -        -          -  No orders',
    'flaky                2        1          -  A flaky service',
    'int64                7        1          -  Ids at the limits of int64',
    'large            4,970    3,387      1,643  Ten thousand orders',
    'lost-answers         4        -          -  Lost responses',
    'pending              3        -          -  Pending orders',
    'shipped              -        3          -  Shipped orders',
    'slow                 1        1          -  A slow service',
    'sparse               5        2          -  Orders with missing fields',
    'sunset-passed        1        1          -  The day after the sunset',
    'unlike               6        2          1  Everything that is left open, unlike the default',
    '',
  ])
})

test('a broken scenario file is rejected with its place and its field, and scenarios lists those beside it', async () => {
  const [good, bad] = ['title: Good\norders: [ { id: 1 } ]\n', 'orders:\n  - { id: 1, status: shiped }\n']
  const folder = temporaryFolder({ 'good.yaml': good, 'bad.yaml': bad })
  const mistake = 'orders[0].status: must be one of pending, shipped, cancelled, not "shiped". Did you mean shipped?'
  const line = `${join(folder, 'bad.yaml')}:2:22 ${mistake}\n`
  await expect(runCommand(['--port', '0', '--fixtures', folder])).resolves.toEqual({
    code: 2,
    stdout: '',
    stderr: `orders-mock: ${line}`,
  })
  await expect(runCommand(['scenarios', folder])).resolves.toEqual({
    code: 2,
    stdout: 'scenario  pending  shipped  cancelled\ngood            1        -          -  Good\n',
    stderr: `orders-mock: Some scenario files are invalid:\n${line}`,
  })
})

test('the title of a scenario cannot steer a terminal or a CI log', async () => {
  const titles = temporaryFolder({ 'a.yaml': String.raw`title: "\e[2Jx ##[error]y \u202ez"` })
  const { stdout } = await runCommand(['scenarios', titles])
  expect(stdout).toMatch(/\na +- +- +- {2}\ufffd\[2Jx # #\[error\]y \ufffdz\n$/)
})

test('the help of each command names its options with their defaults and variables; --version is that of the package', async () => {
  const helps = ['', 'verify', 'proxy', 'audit', 'mcp', 'scenarios'].map(async (name) => {
    const { stdout, ...ended } = await runCommand([name, '--help'].filter(Boolean))
    expect(ended).toEqual({ code: 0, stderr: '' })
    return stdout.replaceAll(/\n {10,}(?=\S)/g, ' ').split('\n')
  })
  const lines = (await Promise.all(helps)).flat().map((line) => line.replaceAll(/(?<=\S) {2,}/g, '  '))
  await expect([...new Set(lines)].join('\n')).toMatchFileSnapshot('expected/help.txt')
  const { default: manifest } = await import('../../package.json', { with: { type: 'json' } })
  for (const flag of ['--version', '-V'])
    expect(await runCommand([flag])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' })
  expect(await runCommand(['-h'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Usage: /) as string })
})

test.each([
  [["--kay=sec'ret"], "unknown option '--kay'"],
  [['--header', "Bearer sec'ret"], /option '--header <.*>' argument is invalid\. Not a valid header/],
  [['--states-header', 'Bearer sec\r\u001b[2Kret'], /argument is invalid\. Not a valid header/],
])('the value of an option that is rejected may be a secret, and is not printed: %j', async (flags, message) => {
  const { code, stderr } = await runCommand(['verify', 'http://a', ...flags])
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) as string })
  expect(stderr).not.toContain('ret')
})

const NOWHERE = ['verify', 'http://127.0.0.1:1/v1']

test.each([
  [['audit'], 'the recording'],
  [[...NOWHERE, '--checks', 'pact', '--pact'], 'the pact'],
  [[...NOWHERE, '--checks', 'model', '--states'], 'the states of'],
  [[...NOWHERE, '--rerun'], 'the report'],
  [[...NOWHERE, '--cert'], 'the PEM certificate'],
  [[...NOWHERE, '--cert-key'], 'the PEM key'],
])('a file that is not UTF-8 text is rejected with what to do about it: %j', async (args, what) => {
  for (const content of [Buffer.from('{}', 'utf16le'), Buffer.from('{"a":"caf\u00e9"}', 'latin1')]) {
    const file = temporaryFile('file.json', content)
    const stderr = `orders-mock: Cannot read ${what} ${file}: it is not UTF-8 text. Save it as UTF-8.\n`
    expect(await runCommand([...args, file])).toEqual({ code: 2, stdout: '', stderr })
  }
})

test.each([
  ['--rerun', 'report'],
  ['--cert', 'PEM certificate'],
])('%s reads no device', async (option, what) => {
  const stderr = `orders-mock: Cannot read the ${what} /dev/zero: it is not a file.\n`
  expect(await runCommand([...NOWHERE, option, '/dev/zero'])).toEqual({ code: 2, stdout: '', stderr })
})

test.each([
  ['--write-baseline', 'the baseline'],
  ['--learn', 'the learned choices'],
])('%s overwrites no other file', async (option, what) => {
  const file = temporaryFile('package.json', '{"name": "shop"}')
  const { code, stderr } = await runCommand([...NOWHERE, option, file])
  const message = `Cannot write ${what} ${file}: the file that is there is not a`
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)])
  expect(readFileSync(file, 'utf8')).toBe('{"name": "shop"}')
})
