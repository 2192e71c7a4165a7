import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const LIMIT_MS = 5 * 60_000

/** What a tool gets to see: nothing that npm or tsx has set, and a wish not to call home. */
export function toolEnvironment() {
  const { PATH, HOME } = process.env
  return {
    PATH,
    HOME,
    CI: 'true',
    DO_NOT_TRACK: '1',
    NEXT_TELEMETRY_DISABLED: '1',
    STORYBOOK_DISABLE_TELEMETRY: '1',
  }
}

/** Runs a program of a package that the project has, and fails with what it printed. */
export async function runTool(folder: string, program: string, ...args: readonly string[]): Promise<string> {
  const options = { cwd: folder, env: toolEnvironment(), timeout: LIMIT_MS, maxBuffer: 2 ** 26 }
  const file = `${folder}/node_modules/.bin/${program}`
  const running = promisify(execFile)(file, args, options)
  // Nobody is there to answer questions.
  running.child.stdin?.end()
  return await running.then(
    ({ stdout }) => stdout,
    ({ message, stdout, stderr }: Error & { stdout: string; stderr: string }) => {
      throw new Error([message.split('\n')[0], stdout, stderr].join('\n').trim())
    },
  )
}
