import { Command } from 'commander'
import type { CommandContext } from './command-context.js'
import { addOptions, type OptionValues } from './option.js'
import { AUDIT_OPTIONS } from './options.js'
import { endTraffic, prepareTrafficReport } from './traffic-report.js'

/** `orders-mock audit <file.har …>`: whether recorded traffic of a provider conforms to the contract. Sends nothing. */
export function auditCommand(terminal: CommandContext): Command {
  const command = new Command('audit')
    .description('check recorded traffic against the contract (HAR files)')
    .argument('<file.har...>', 'HAR files recorded by browsers, Playwright or mitmproxy')
  const read = addOptions(command, AUDIT_OPTIONS)
  return command.action((files: string[]) => audit(files, read(terminal), terminal))
}

async function audit(
  files: readonly string[],
  options: OptionValues<typeof AUDIT_OPTIONS>,
  terminal: CommandContext,
): Promise<void> {
  const { auditFiles } = await import('../traffic/index.js')
  const writeReport = await prepareTrafficReport(options, terminal)
  const { check, baseUrls } = await auditFiles(files, options)
  const provider = baseUrls.join(', ')
  endTraffic(await writeReport(check, provider), provider, { failOnFinding: options.writeBaseline === undefined })
}
