import { ToolError } from '../input/index.js'
import { sh } from '../shell/index.js'
import type { VerifyOptions } from '../verify/index.js'
import type { Result, ToolContext } from './tool.js'

/** Verifies a provider within some seconds. States come from data, unless modules are allowed. */
export async function verify(
  { seconds = 20, key = 'test-key', ...options }: VerifyOptions & { readonly seconds?: number },
  { stop: signal, allowModules }: ToolContext,
): Promise<Result> {
  const { kindOfStates, livePretty, verifyProvider } = await import('../verify/index.js')
  const kind = kindOfStates(options.states ?? 'http://')
  if (!allowModules && kind !== 'URL' && kind !== 'map')
    throw new ToolError(`"states" must be a URL or a .json file. Modules run only if this server has --allow-modules.`)
  try {
    const report = await verifyProvider({ ...options, key, timeBudgetMs: seconds * 1000, signal })
    let text = ''
    livePretty({ stdout: { write: (part) => (text += part) }, colors: false }).end(report)
    const { passed, failed, skipped } = report.summary
    const note = `${report.result}: ${passed} passed, ${failed} failed, ${skipped} skipped.`
    const whole = `(In full: ${sh`npx orders-mock verify ${report.provider}`.text})`
    return { note, data: [whole, ...report.hints, text.trim()].join('\n') }
  } catch (error) {
    if (!(error instanceof ToolError)) throw error
    return { isError: true, note: 'The provider cannot be verified.', data: error.message }
  }
}
