import { writeFile } from 'node:fs/promises'
import { Command } from 'commander'
import { ToolError } from '../input/index.js'
import type { CommandContext } from './command-context.js'
import { addOptions, type OptionValues } from './option.js'
import { AUDIT_OPTIONS } from './options.js'
import { checkWritable, counted, writeTrafficReport } from './traffic-report.js'

/** `orders-mock audit <file.har …>`: whether recorded traffic of a provider keeps the contract. Nothing is sent anywhere. */
export function auditCommand(terminal: CommandContext): Command {
  const command = new Command('audit')
    .description('check recorded traffic of a real provider against the contract')
    .argument('<file.har...>', 'HAR files of browsers, Playwright or mitmproxy')
  const read = addOptions(command, AUDIT_OPTIONS)
  return command.action((files: string[]) => audit(files, read(terminal), terminal))
}

async function audit(
  files: readonly string[],
  flags: OptionValues<typeof AUDIT_OPTIONS>,
  terminal: CommandContext,
): Promise<void> {
  const { baseUrl, isSameClock, record, report: formats } = flags
  const [{ auditFiles }, { readReportTargets }] = await Promise.all([
    import('../traffic/index.js'),
    import('../verify/index.js'),
  ])
  const targets = readReportTargets(formats)
  if (record !== undefined) await checkWritable(record)
  const startedMs = performance.now()
  const { check, baseUrls } = await auditFiles(files, { baseUrl, isSameClock })
  const provider = baseUrls.join(', ')
  const traffic = check.report()
  const durationMs = performance.now() - startedMs
  if (record !== undefined) {
    await writeFile(record, check.recorder.scenario({ baseUrl: provider, at: new Date() }))
  }
  await writeTrafficReport(traffic, { provider, durationMs, targets }, terminal)
  const { findings, exchanges } = traffic
  if (findings.length > 0)
    throw new ToolError(
      `${provider} breaks the contract: ${counted(findings.length, 'finding')} in ${counted(exchanges, 'exchange')}.`,
      1,
    )
}
