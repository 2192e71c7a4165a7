import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installTools } from '../npm-project.js'
import type { RunningProvider } from '../verify/providers/running-provider.js'
import { send, setUp } from '../verify/providers/send.js'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const DESCRIPTION = join(ROOT, 'contracts/openapi.yaml')
const EXAMPLES = join(ROOT, 'contracts/openapi_examples')
const SPECMATIC = 'specmatic@2.55.1'

/** What a verifier says of a provider; a verifier that ran no test says nothing. */
export type Verdict = 'found' | 'accepted' | 'could not run'

/** A verifier that has ended: `code` is undefined where it was stopped. */
export interface Ended {
  readonly code: number | undefined
  /** Both streams. */
  readonly output: string
}

/** Something that says whether a provider keeps the contract. */
export interface Verifier {
  readonly name: string
  /** The program without which it is left out. */
  readonly needs?: string
  readonly command: (provider: RunningProvider, folder: string) => Promise<Command>
  readonly read: (ended: Ended) => Verdict
}

/** Thrown where a provider cannot be brought into the state that a verifier needs. */
export class CannotRunError extends Error {}

export interface Command {
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/** Each in its best documented configuration. */
export const VERIFIERS: readonly Verifier[] = [
  {
    name: 'orders-mock',
    command: async ({ baseUrl, apiKey, statesUrl }) => ({
      args: ['node', join(ROOT, 'dist/bin/main.js'), 'verify', baseUrl, '--key', apiKey, '--states', statesUrl],
    }),
    read: ({ code }) => byCode(code),
  },
  {
    name: 'Specmatic 2.55',
    needs: 'java',
    command: async (provider, folder) => {
      // Its npm wrapper ends with 0 whatever fails; its jar does not.
      const jar = join(await installTools(SPECMATIC), 'specmatic/specmatic.jar')
      const examples = join(folder, 'examples')
      await refuseReplacedStates(provider)
      await writeExamples(await setUpOrders(provider), examples)
      // Beside the description it would find the examples for the mock.
      await copyFile(DESCRIPTION, join(folder, 'openapi.yaml'))
      const args = ['java', '-jar', jar, 'test', '--strict', '--testBaseURL', provider.baseUrl, '--examples', examples]
      // Further members are allowed, as JSON Schema has it.
      return { args: [...args, 'openapi.yaml'], env: { apiKey: provider.apiKey, EXTENSIBLE_SCHEMA: 'true' } }
    },
    // It ends with 1 when it cannot read its files, too.
    read: ({ code, output }) => (/Tests run: [1-9]/.test(output) ? byCode(code) : 'could not run'),
  },
  {
    name: 'Pact alone',
    command: async ({ baseUrl, apiKey, statesUrl }) => ({
      args: ['node', join(ROOT, 'test/bench/servers/pact-alone.mjs'), baseUrl, apiKey, statesUrl],
    }),
    read: ({ code }) => byCode(code),
  },
  {
    name: 'Schemathesis',
    needs: 'st',
    command: async (provider, folder) => {
      const description = join(folder, 'openapi.yaml')
      await writeDescription(await setUpOrders(provider), description)
      const { baseUrl, apiKey } = provider
      const args = ['st', 'run', description, '--url', baseUrl, '--header', `Authorization: Bearer ${apiKey}`]
      // The specification says nothing of other methods.
      return { args: [...args, '--exclude-checks', 'unsupported_method'] }
    },
    // It ends with 1 when its own code fails, too.
    read: ({ code, output }) => (/= SUMMARY =/.test(output) ? byCode(code) : 'could not run'),
  },
]

function byCode(code: number | undefined): Verdict {
  if (code === 0) return 'accepted'
  return code === 1 ? 'found' : 'could not run'
}

const STATES: Readonly<Record<string, string>> = {
  'cancel-a-pending-order': 'a pending order',
  'cancel-a-shipped-order': 'a shipped order',
  'cancel-an-unknown-order': 'an unknown order id',
  'get-a-pet': 'a pet',
}

/** By the name of the example: an id that the provider has for it. */
type Ids = Readonly<Record<string, string>>

/** Sets up all states before a verifier starts that sets up none itself. */
async function setUpOrders(provider: RunningProvider): Promise<Ids> {
  const ids: Record<string, string> = {}
  for (const [example, state] of Object.entries(STATES)) ids[example] = await idOf(provider, state)
  return ids
}

/** Where each state replaces the one before it, examples of several states cannot hold at once. */
async function refuseReplacedStates(provider: RunningProvider): Promise<void> {
  const first = await idOf(provider, 'a pending order')
  const second = await idOf(provider, 'a pending order')
  const authorization = `Bearer ${provider.apiKey}`
  const { body } = await send('GET', `${provider.baseUrl}/store/orders`, { authorization })
  const has = (id: string) => new RegExp(`"id": ?"?${id}\\b`).test(body)
  if (first === second || (has(second) && !has(first)))
    throw new CannotRunError('Each state replaces the one before it.')
}

async function idOf(provider: RunningProvider, state: string): Promise<string> {
  const [id] = /-?\d+/.exec((await setUp(provider, state)).body) ?? []
  if (id === undefined) throw new CannotRunError(`The state "${state}" has no id.`)
  return id
}

/** Writes Specmatic's examples for orders that the provider has: those of the contract name orders of the mock. */
async function writeExamples(ids: Ids, folder: string): Promise<void> {
  await mkdir(folder)
  for (const file of await readdir(EXAMPLES)) {
    const name = file.replace('.json', '')
    const id = ids[name]
    if (id === undefined && !name.includes('wrong-key') && name !== 'list-orders') continue
    // One provider has the key "wrong-key".
    const text = (await readFile(join(EXAMPLES, file), 'utf8')).replace('wrong-key', 'no-key-of-anyone')
    const example = JSON.parse(text) as { 'http-request': { path: string } }
    const request = example['http-request']
    if (id !== undefined) request.path = request.path.replace(/\d+$/, id)
    await writeFile(join(folder, file), JSON.stringify(example))
  }
}

/** Writes the description with ids that the provider has, as Schemathesis asks for in its warnings. */
async function writeDescription(ids: Ids, file: string): Promise<void> {
  const lines = Object.entries(STATES)
    .filter(([, state]) => state !== 'a pet')
    .map(([example, state]) => `\n            ${state}: { value: ${ids[example]} }`)
  const text = (await readFile(DESCRIPTION, 'utf8'))
    .replace(/^ {10}example: 1$/m, `          examples:${lines.join('')}`)
    .replace(/^ {10}example: 11$/m, `          example: ${ids['get-a-pet']}`)
  await writeFile(file, text)
}
