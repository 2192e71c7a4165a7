import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

// What is published is tested as a user gets it: packed, and installed into an empty folder.

const root = fileURLToPath(new URL('../..', import.meta.url))
const runFile = promisify(execFile)

interface Packed {
  readonly filename: string
  readonly files: readonly { readonly path: string; readonly size: number; readonly mode: number }[]
}

let folder = ''
let tarball = ''
let paths: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orders-mock-package-'))
  const { stdout } = await runFile('npm', ['pack', '--json', '--silent', '--pack-destination', folder], { cwd: root })
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [Packed]
  tarball = join(folder, packed.filename)
  paths = packed.files.map(({ path }) => path)
  await writeFile(join(folder, 'package.json'), '{ "name": "stranger", "private": true, "type": "module" }')
  await runFile('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', '--silent', tarball], { cwd: folder })
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

/** Runs a program in the folder of the user. */
async function runThere(
  file: string,
  args: readonly string[],
): Promise<{ code: number; stdout: string; stderr: string }> {
  return await runFile(file, args, { cwd: folder }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
}

async function namesOf(entry: string): Promise<string[]> {
  const code = `console.log(JSON.stringify(Object.keys(await import('${entry}')).sort()))`
  const { stdout, stderr } = await runThere(process.execPath, ['--input-type=module', '--eval', code])
  expect(stderr).toBe('')
  return JSON.parse(stdout) as string[]
}

test('the tarball contains the program, the contract, the fixtures and the action, and nothing else', () => {
  const known =
    /^(?:LICENSE|README\.md|package\.json|contracts\/[\w./-]+|\.github\/actions\/[\w./-]+|fixtures\/[\w.-]+|dist\/[\w./-]+\.(?:js|d\.ts|html|css|svg)|dist\/vendor\/LICENCES\.txt)$/
  expect(paths.filter((path) => !known.test(path))).toEqual([])
  expect(paths.filter((path) => /(?:^|\/)(?:src|test|node_modules)\/|\.test\.|tsbuildinfo|\.map$/.test(path))).toEqual(
    [],
  )
  for (const path of [
    'dist/cli/main.js',
    'contracts/openapi.yaml',
    'fixtures/default.yaml',
    'LICENSE',
    'README.md',
    'dist/vendor/LICENCES.txt',
  ]) {
    expect(paths).toContain(path)
  }
})

test('every file that package.json names is in the tarball', async () => {
  const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    bin: Record<string, string>
    exports: Record<string, string | Record<string, string | null>>
  }
  const targets = Object.values(manifest.exports).flatMap((entry) =>
    typeof entry === 'string' ? entry : Object.values(entry),
  )
  const named = [...targets, ...Object.values(manifest.bin)].filter((target) => target !== null)
  expect(named.map((target) => target.replace(/^\.\//, '')).filter((path) => !paths.includes(path))).toEqual([])
})

test('installing it does not install its optional peers', async () => {
  const installed = await readdir(join(folder, 'node_modules', '@pact-foundation')).catch(() => [])
  expect(installed).toEqual([])
  await expect(readdir(join(folder, 'node_modules', '@stoplight')).catch(() => [])).resolves.toEqual([])
})

test('installing it brings 82 packages and 12 MB at most, and neither msw nor @mswjs/data', async () => {
  const lock = JSON.parse(await readFile(join(folder, 'node_modules', '.package-lock.json'), 'utf8')) as {
    packages: Record<string, unknown>
  }
  const names = Object.keys(lock.packages)
  expect(names.length).toBeLessThanOrEqual(82)
  expect(names.filter((name) => /\/(?:msw|@mswjs\/data)$/.test(name))).toEqual([])
  expect(await sizeOf(join(folder, 'node_modules'))).toBeLessThan(12 * 2 ** 20)
})

test('npx orders-mock --version prints the version of the package', async () => {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  await expect(runThere('npx', ['--no-install', 'orders-mock', '--version'])).resolves.toMatchObject({
    code: 0,
    stdout: `${version}\n`,
  })
})

test('npx orders-mock scenarios lists the built-in scenarios', async () => {
  const { code, stdout } = await runThere('npx', ['--no-install', 'orders-mock', 'scenarios'])
  expect(code).toBe(0)
  expect(stdout.trimEnd().split('\n')).toHaveLength(11)
})

test('the engine exports exactly these names', async () => {
  await expect(namesOf('orders-mock')).resolves.toMatchInlineSnapshot(`
    [
      "ConnectionResetError",
      "ControlError",
      "InvalidInputError",
      "OrdersMock",
      "PersistError",
      "ToolError",
    ]
  `)
})

test('the server exports exactly these names', async () => {
  await expect(namesOf('orders-mock/server')).resolves.toMatchInlineSnapshot(`
    [
      "ordersMiddleware",
      "startServer",
      "writePact",
    ]
  `)
})

test('the handlers for msw export exactly one name', async () => {
  // A peer that the user installs; here it is the one that these tests have.
  await symlink(join(root, 'node_modules', 'msw'), join(folder, 'node_modules', 'msw'))
  await expect(namesOf('orders-mock/msw')).resolves.toEqual(['createOrdersHandlers'])
})

test('the client exports exactly these names', async () => {
  await expect(namesOf('orders-mock/client')).resolves.toMatchInlineSnapshot(`
    [
      "OrdersApiError",
      "OrdersClient",
    ]
  `)
})

test('the verifier exports exactly these names', async () => {
  await expect(namesOf('orders-mock/verify')).resolves.toMatchInlineSnapshot(`
    [
      "exitCodeOf",
      "verifyProvider",
    ]
  `)
})

test('the description and the manifest can be resolved', async () => {
  const code = `for (const name of ['openapi.yaml', 'package.json']) console.log(import.meta.resolve('orders-mock/' + name))`
  const { stdout } = await runThere(process.execPath, ['--input-type=module', '--eval', code])
  expect(stdout).toMatch(/orders-mock\/contracts\/openapi\.yaml\n.*orders-mock\/package\.json\n$/)
})

test('what is not exported cannot be reached', async () => {
  const code = `await import('orders-mock/dist/core/http/handle.js')`
  const { stderr } = await runThere(process.execPath, ['--input-type=module', '--eval', code])
  expect(stderr).toContain('ERR_PACKAGE_PATH_NOT_EXPORTED')
})

test('a server started from the package answers', async () => {
  const code = `
    import { startServer } from 'orders-mock/server'
    const server = await startServer({ scenario: 'int64' })
    const response = await fetch(server.baseUrl + '/store/orders', { headers: { authorization: 'Bearer ' + server.apiKey } })
    console.log(response.status, (await response.text()).includes('9223372036854775807'))
    const described = await fetch(server.origin + '/openapi.yaml')
    console.log(described.status)
    await server.close()`
  const { stdout, stderr } = await runThere(process.execPath, ['--input-type=module', '--eval', code])
  expect({ stdout, stderr }).toEqual({ stdout: '200 true\n200\n', stderr: '' })
})

const CONSUMER = `
import { OrdersMock, type OrderView } from 'orders-mock'
import { ordersMiddleware, startServer, type RunningServer } from 'orders-mock/server'
import { OrdersClient } from 'orders-mock/client'

const mock = new OrdersMock({ scenario: { orders: [{ id: 9223372036854775807n, status: 'shipped' }, { id: '1' }, { id: 2 }] } })
const first: OrderView | undefined = mock.sandbox('main').orders.get(1)
const id: bigint | undefined = first?.id
// @ts-expect-error there is no such status
mock.sandbox().orders.add({ status: 'shiped' })
const server: RunningServer = await startServer({ port: 0, mock })
const middleware = ordersMiddleware(mock)
export { id, middleware, OrdersClient, server }
`

for (const [resolution, module] of [
  ['nodenext', 'nodenext'],
  ['bundler', 'esnext'],
] as const) {
  test(`a strict TypeScript program compiles with moduleResolution ${resolution}`, async () => {
    const program = join(folder, resolution)
    await mkdir(program)
    await writeFile(join(program, 'consumer.ts'), CONSUMER)
    const compilerOptions = {
      module,
      moduleResolution: resolution,
      target: 'es2022',
      lib: ['es2023', 'esnext.disposable', 'dom', 'dom.iterable'],
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      types: ['node'],
      typeRoots: [join(root, 'node_modules', '@types')],
    }
    await writeFile(join(program, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['consumer.ts'] }))
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    const { code, stdout } = await runThere(process.execPath, [tsc, '-p', program])
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
  })
}

test('publint reports nothing', async () => {
  const { code, stdout } = await runThere(join(root, 'node_modules', '.bin', 'publint'), ['run', tarball, '--strict'])
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/All good!/) })
})

test('attw resolves the types of every entry', async () => {
  const options = ['--profile', 'esm-only', '--format', 'ascii', '--no-color', '--no-emoji']
  const args = [tarball, ...options, '--exclude-entrypoints', './openapi.yaml']
  const { code, stdout } = await runThere(join(root, 'node_modules', '.bin', 'attw'), args)
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('orders-mock/verify') })
})

/** The bytes of all files below a folder. */
async function sizeOf(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = await Promise.all(files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
