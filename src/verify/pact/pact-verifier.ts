import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { rootCertificates } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { ToolError } from '../../input/index.js'
import { reasonOf } from '../../node/index.js'
import { type Json, type JsonObject, stringifyJson } from '../../spec/index.js'
import { jsonIn, member, objectsIn, text } from '../json-members.js'

export type PactVerifier = ReturnType<typeof startPactVerifier>

/** One mismatch that Pact's verifier found in a response, in its own words. */
export type Mismatch = ReturnType<typeof readMismatch>

const PROGRAM = fileURLToPath(new URL('../../../dist/esm/pact-verifier.js', import.meta.url))

/**
 * Starts Pact's verifier in a separate process: nothing in JavaScript can end a verification, and its output would mix
 * with the reports. It ends with this process, which does not wait for it.
 */
export function startPactVerifier(timeoutMs: number) {
  const folder = makeTemporaryFolder()
  const certificate = join(folder, 'certificate.pem')
  writeFileSync(certificate, rootCertificates[0] ?? '')
  const child = fork(PROGRAM, [certificate], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], execArgv: [] })
  child.unref()
  // Bun's channel has none.
  child.channel?.unref?.()
  const ended = once(child, 'exit').then(([code]) => {
    throw new ToolError(`Pact's verifier ended unexpectedly (code ${code}). Does @pact-foundation/pact run here?`)
  })
  // It matters only while there is a job.
  ended.catch(() => {})
  const pactFile = join(folder, 'pact.json')
  return {
    /** Verifies a pact with one interaction, whose states are set up already: `statesUrl` only returns their values. */
    verify: async (pact: Json, baseUrl: string, statesUrl: string) => {
      writeFileSync(pactFile, stringifyJson(pact))
      const answered = once(child, 'message') as Promise<[report: string]>
      const place = { pactUrls: [pactFile], providerBaseUrl: baseUrl, providerStatesSetupUrl: statesUrl }
      child.send({ ...place, timeout: timeoutMs, logLevel: 'error' }, () => {})
      const late = pause(2 * timeoutMs, undefined, { ref: false }).then(() => {
        throw new ToolError(`Pact's verifier gave no result within ${2 * timeoutMs} ms. Set a longer --timeout.`, 3)
      })
      const [report] = await Promise.race([answered, ended, late])
      return readReport(report)
    },
    close: async () => {
      child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function makeTemporaryFolder(): string {
  try {
    return mkdtempSync(join(tmpdir(), 'orders-mock-pact-'))
  } catch (error) {
    const problem = `Pact's verifier needs a temporary folder, and none can be made in ${tmpdir()}: ${reasonOf(error)}`
    throw new ToolError(`${problem}. Set TMPDIR to a folder that can be written.`)
  }
}

/** @param report JSON with `errors[].mismatch.mismatches[]`, or what Pact itself failed with */
function readReport(report: string) {
  const json = jsonIn(report)
  const errors = objectsIn(member(json, 'errors')).map(({ mismatch }) => mismatch)
  const found = errors.flatMap((error) => objectsIn(member(error, 'mismatches')))
  return {
    hasPassed: member(json, 'result') === true,
    // Pact reports them in no order.
    mismatches: found.map(readMismatch).toSorted(byPlace),
    error: plain(text(member(errors[0], 'message')) || report),
  }
}

function readMismatch({ type, key, path, mismatch, expected }: JsonObject) {
  return {
    attribute: /^(?:Status|Header)/.exec(text(type))?.[0].toLowerCase() ?? 'body',
    identifier: text(key) || text(path) || undefined,
    description: plain(text(mismatch)),
    expected: typeof expected === 'string' ? expected : stringifyJson(expected),
  }
}

function plain(sentence: string): string {
  return stripVTControlCharacters(sentence).trim()
}

/** The status, then headers, then the body: against the alphabet. */
function byPlace(one: Mismatch, other: Mismatch): number {
  const attributes = other.attribute.localeCompare(one.attribute, 'en')
  return attributes || `${one.identifier}`.localeCompare(`${other.identifier}`, 'en', { numeric: true })
}
