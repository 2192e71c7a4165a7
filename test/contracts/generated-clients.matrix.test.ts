import { execFile } from 'node:child_process'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { startServer } from '../../src/server/index.js'
import { cacheFolder, installTools } from '../npm-project.js'
import { missingCommands } from '../on-this-machine.js'
import { temporaryFolder } from '../temporary-file.js'

// Clients that others' generators make of both descriptions compile, and can use a running mock.

const LIMIT_MS = 10 * 60_000
const GENERATOR = 'org.openapitools:openapi-generator-cli:7.25.0'
const DESCRIPTIONS = ['openapi.yaml', 'control-api.yaml'] as const

const run = async (command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}) =>
  promisify(execFile)(command, args, { cwd, env: { ...process.env, ...env }, maxBuffer: 2 ** 26, timeout: LIMIT_MS })

const pathOf = (file: string) => fileURLToPath(new URL(`../../contracts/${file}`, import.meta.url))

const STRICT = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: ['node'],
  },
  include: ['generated/**/*.ts'],
}

describe.each(DESCRIPTIONS)('a TypeScript client of %s compiles', (description) => {
  let tools: string

  beforeAll(async () => {
    const generators = ['openapi-typescript@7.13.0', '@hey-api/openapi-ts@0.99.0', 'orval@8.38.0', 'axios@1.21.1']
    tools = await installTools(...generators, 'typescript@5.9.3', '@types/node@20.19.43')
  }, LIMIT_MS)

  test.each([
    ['openapi-typescript', ['-o', 'generated/client.ts']],
    ['openapi-ts', ['-o', 'generated', '-c', '@hey-api/client-fetch', '-i']],
    ['orval', ['--output', 'generated/client.ts', '--client', 'fetch', '--input']],
    ['orval', ['--output', 'generated/client.ts', '--client', 'axios', '--input']],
  ])('made by %s %j', async (generator, args) => {
    // Beside its tools, so that what it imports is found.
    const folder = join(dirname(tools), `${description}-${args.join('-').replaceAll(/\W/g, '')}`)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(STRICT))
    await run(join(tools, '.bin', generator), [...args, pathOf(description)], folder)
    expect(await run(join(tools, '.bin/tsc'), ['-p', 'tsconfig.json'], folder)).toEqual({ stdout: '', stderr: '' })
  })
})

const needed = missingCommands('mvn', 'java', 'go', 'cargo', 'python3')

/** What makes a project of generated sources build; a client of Python has nothing to compile but its syntax. */
const LANGUAGES = [
  { language: 'go', options: 'packageName=client,withGoMod=true', build: 'rm -rf test && go mod tidy && go vet ./...' },
  { language: 'rust', options: 'packageName=client', build: 'cargo build --quiet' },
  { language: 'java', options: 'openApiNullable=false', build: 'mvn --quiet compile' },
  { language: 'python', options: 'packageName=client', build: 'python3 -m compileall -q client' },
] as const

describe.skipIf(needed !== undefined).each(DESCRIPTIONS)(
  `a client of %s that openapi-generator makes ${needed ?? ''}`,
  (description) => {
    test.each(LANGUAGES)(
      'compiles in $language',
      async ({ language, options, build }) => {
        const folder = await generated(description, language, options)
        await expect(
          run('bash', ['-ec', build], folder, { CARGO_TARGET_DIR: join(cacheFolder('tools'), 'cargo') }),
        ).resolves.toBeDefined()
      },
      LIMIT_MS,
    )
  },
)

test.skipIf(needed !== undefined)(
  'a client in Go keeps the digits of an id, and ships, lists, undoes and freezes the clock',
  async () => {
    const folder = await generated('control-api.yaml', 'go', LANGUAGES[0].options)
    await cp(fileURLToPath(new URL('clients/use.go', import.meta.url)), join(folder, 'use/main.go'))
    await using server = await startServer({ port: 0 })
    await run('bash', ['-ec', 'rm -rf test && go mod tidy'], folder)
    const { stdout } = await run('go', ['run', './use', `${server.origin}/__mock`], folder)
    expect(stdout).toBe('9007199254740993 shipped 1 9007199254740993 shipped 503 true 404\n')
  },
  LIMIT_MS,
)

async function generated(description: string, language: string, options: string): Promise<string> {
  const folder = temporaryFolder()
  const jar = join(cacheFolder('tools'), 'openapi-generator.jar')
  await run('mvn', ['--quiet', 'dependency:get', `-Dartifact=${GENERATOR}`, '-Dtransitive=false'], folder)
  const copying = [`-Dartifact=${GENERATOR}`, `-DoutputDirectory=${dirname(jar)}`, '-Dmdep.stripVersion=true']
  await run('mvn', ['--quiet', 'dependency:copy', ...copying], folder)
  const named = ['--git-host', 'example.test', '--git-user-id', 'u', '--git-repo-id', 'c']
  const asked = ['generate', '-i', pathOf(description), '-g', language, '-o', folder, '-p', options, ...named]
  await run('java', ['-jar', join(dirname(jar), 'openapi-generator-cli.jar'), ...asked], folder)
  return folder
}
