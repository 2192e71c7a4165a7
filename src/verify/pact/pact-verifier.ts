import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ToolError } from '../../input/index.js'
import { type Json, stringifyJson } from '../../spec/index.js'

/** Pact's verifier, which verifies interactions one after another. */
export type PactVerifier = ReturnType<typeof startPactVerifier>

const PROGRAM = fileURLToPath(new URL('../../../dist/esm/pact-verifier.js', import.meta.url))

/**
 * Starts Pact's verifier in a process of its own: nothing in JavaScript can end a verification, and its output would mix
 * with the reports. It ends with this process, which does not wait for it.
 *
 * @param timeoutMs how long it waits for one answer
 */
export function startPactVerifier(timeoutMs: number) {
  const child = fork(PROGRAM, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] })
  child.unref()
  // Bun's channel has none.
  child.channel?.unref?.()
  const ended = once(child, 'exit').then(([code]) => {
    throw new ToolError(`Pact's verifier ended unexpectedly (code ${code}). Does @pact-foundation/pact run here?`)
  })
  // It matters only while there is a job.
  ended.catch(() => {})
  const folder = mkdtempSync(join(tmpdir(), 'orders-mock-pact-'))
  const pactFile = join(folder, 'pact.json')
  const usual = { pactUrls: [pactFile], timeout: timeoutMs, logLevel: 'error' }
  return {
    /**
     * @param pact with one interaction
     * @param statesUrl where to ask for states; all of them are set up already
     * @returns Pact's own report: JSON, unless Pact itself failed
     */
    verify: async (pact: Json, baseUrl: string, statesUrl: string): Promise<string> => {
      writeFileSync(pactFile, stringifyJson(pact))
      const answered = once(child, 'message') as Promise<[report: string]>
      child.send({ ...usual, providerBaseUrl: baseUrl, providerStatesSetupUrl: statesUrl }, () => {})
      const [report] = await Promise.race([answered, ended])
      return report
    },
    close: async () => {
      child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
