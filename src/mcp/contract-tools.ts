import { readFile } from 'node:fs/promises'
import type { VerifyOptions } from '../verify/index.js'
import { page } from './answer.js'
import { takes, type Tool } from './tool.js'

const FOLDER = new URL('../../contracts/', import.meta.url)
const FILES = ['openapi.yaml', 'assumptions.md', 'provider-states.md', 'testers.md', 'consumers.md', 'verify.md']

/** The tools about the contract, which need no mock. */
export const contractTools: readonly Tool[] = [
  {
    name: 'read_contract',
    description:
      'Reads the contract: the description of the API, what the mock assumes where the specification is silent, or a guide.',
    inputSchema: takes(
      { file: { enum: FILES }, page: { type: 'integer', minimum: 1, description: 'default: 1' } },
      'file',
    ),
    annotations: { readOnlyHint: true },
    run: async ({ file, page: number = 1 }: { file: string; page?: number }) =>
      page(await readFile(new URL(file, FOLDER), 'utf8'), number),
  },
  {
    name: 'verify_provider',
    description:
      'Verifies a running implementation of the API, mock or real, against the contract. Without states it only reads, and skips what it cannot check harmlessly.',
    inputSchema: takes(
      {
        baseUrl: { type: 'string', description: 'where the API is, with its /v1' },
        key: { type: 'string', description: 'default: test-key' },
        states: { type: 'string', description: 'of the provider: a URL, a module (.mjs) or a map (.json)' },
        checks: { type: 'array', items: { enum: ['pact', 'openapi', 'model'] } },
        seconds: { type: 'integer', minimum: 1, maximum: 120, description: 'for the model; default: 20' },
      },
      'baseUrl',
    ),
    run: verify,
  },
]

async function verify(
  { seconds = 20, key = 'test-key', ...options }: VerifyOptions & { readonly seconds?: number },
  { stop }: { readonly stop: AbortSignal },
): Promise<string> {
  const { livePretty, verifyProvider } = await import('../verify/index.js')
  const report = await verifyProvider({ ...options, key, timeBudgetMs: seconds * 1000, signal: stop })
  let text = ''
  livePretty({ stdout: { write: (part) => (text += part) }, colors: false }).end(report)
  const { passed, failed, skipped } = report.summary
  const title = `${report.result}: ${passed} passed, ${failed} failed, ${skipped} skipped.`
  const whole = `(In full: npx orders-mock verify ${report.provider})`
  return [`${title} ${whole}`, ...report.hints, text.trim()].join('\n')
}
