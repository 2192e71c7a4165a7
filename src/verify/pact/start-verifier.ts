import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ToolError } from '../../input/index.js'
import { type Json, stringifyJson } from '../../spec/index.js'

/** What the process of Pact's verifier has to do: one pact file with one interaction. */
export interface VerifierJob {
  readonly pactFile: string
  readonly baseUrl: string
  /** Where to ask for states; all of them are set up already. */
  readonly statesUrl: string
  readonly timeoutMs: number
}

/** What it answers: `report` is Pact's own: JSON, unless Pact itself failed. */
export type VerifierAnswer = { readonly passed: true } | { readonly passed: false; readonly report: string }

/** Pact's verifier, which verifies interactions one after another. */
export type PactVerifier = ReturnType<typeof startPactVerifier>

const PROGRAM = fileURLToPath(new URL('../../../dist/esm/pact-verifier.js', import.meta.url))

/**
 * Starts Pact's verifier in a process of its own, so that its output does not mix with the reports. It ends with this
 * process, which does not wait for it.
 *
 * @param timeoutMs how long it waits for one answer
 */
export function startPactVerifier(timeoutMs: number) {
  const child = fork(PROGRAM, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] })
  child.unref()
  // Bun's channel has none.
  child.channel?.unref?.()
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', (code) => {
      reject(new ToolError(`Pact's verifier ended unexpectedly (code ${code}). Does @pact-foundation/pact run here?`))
    })
  })
  // It matters only while there is a job.
  ended.catch(() => {})
  let folder: Promise<string> | undefined
  return {
    verify: async (pact: Json, baseUrl: string, statesUrl: string): Promise<VerifierAnswer> => {
      folder ??= mkdtemp(join(tmpdir(), 'orders-mock-pact-'))
      const pactFile = join(await folder, 'pact.json')
      await writeFile(pactFile, stringifyJson(pact))
      const answered = once(child, 'message') as Promise<[VerifierAnswer]>
      const job: VerifierJob = { pactFile, baseUrl, statesUrl, timeoutMs }
      child.send(job, () => {})
      const [answer] = await Promise.race([answered, ended])
      return answer
    },
    close: async () => {
      child.kill('SIGKILL')
      if (folder !== undefined) await rm(await folder, { recursive: true, force: true })
    },
  }
}
