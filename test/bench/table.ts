import type { Installation } from './install.js'
import type { LoadSample, measureStarts, Verification } from './measure.js'

/** All that was found out in a run. */
export interface Results {
  readonly names: readonly string[]
  readonly installations: Readonly<Record<string, Installation | undefined>>
  readonly starts: Awaited<ReturnType<typeof measureStarts>>
  readonly loads: readonly LoadSample[]
  readonly verifications: readonly Verification[]
}

type Cell = (name: string, results: Results) => string | undefined

const COLUMNS: readonly (readonly [title: string, cell: Cell])[] = [
  ['', (name) => name],
  ['installed', (name, { installations }) => footprint(installations[name])],
  ['start, ms', (name, { starts }) => spread(of(starts, name).map(({ startMs }) => startMs))],
  ...['list', 'rejected cancel', 'cancel'].flatMap((load): [string, Cell][] => [
    [`${load}, req/s`, (name, { loads }) => spread(of(loads, name, load).map(({ perSecond }) => perSecond))],
    ['CPU µs', (name, { loads }) => cpuMicros(of(loads, name, load))],
  ]),
  ['verify', (name, { verifications }) => verdict(of(verifications, name)[0])],
]

/** The table in Markdown: medians, and behind them the lowest and the highest value. */
export function toMarkdown(results: Results): string {
  const { names } = results
  const shown = COLUMNS.filter(([, cell]) => names.some((name) => cell(name, results) !== undefined))
  const lines = [
    shown.map(([title]) => title),
    shown.map((_, index) => (index === 0 ? '---' : '---:')),
    ...names.map((name) => shown.map(([, cell]) => cell(name, results) ?? '–')),
  ]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** How one's processor time for a request compares with another's: in quiet rounds, for what others do only adds to it. */
export function ratioOf({ loads }: Results, load: string, [name, to]: readonly [string, string]): number | undefined {
  const [own = 0, other = 0] = [name, to].map((each) => quietMicros(of(loads, each, load)) || 0)
  return own && other ? other / own : undefined
}

function quietMicros(samples: readonly LoadSample[]): number {
  const micros = samples.flatMap((each) => each.cpuMicros ?? []).toSorted((one, other) => one - other)
  return median(micros.slice(0, Math.ceil(micros.length / 4)))
}

/** What was measured of a contestant, or of one load of it. */
function of<Measured extends { readonly name: string; readonly load?: string }>(
  all: readonly Measured[],
  name: string,
  load?: string,
): Measured[] {
  return all.filter((each) => each.name === name && each.load === load)
}

/** The one in the middle, or what lies between the two that are. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const [lower = Number.NaN, upper = Number.NaN] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return (lower + upper) / 2
}

function footprint(installation: Installation | undefined): string | undefined {
  if (installation === undefined) return undefined
  const { megabytes, packages, seconds } = installation
  return `${megabytes.toFixed(0)} MB, ${packages} packages, ${seconds.toFixed(0)} s`
}

function cpuMicros(samples: readonly LoadSample[]): string | undefined {
  const micros = samples.flatMap((each) => each.cpuMicros ?? [])
  return micros.length === 0 ? undefined : median(micros).toFixed(1)
}

function spread(values: readonly number[]): string | undefined {
  if (values.length === 0) return undefined
  const [middle, lowest, highest] = [median(values), Math.min(...values), Math.max(...values)].map((value) =>
    Math.round(value).toLocaleString('en'),
  )
  return `${middle} (${lowest}–${highest})`
}

function verdict(verification: Verification | undefined): string | undefined {
  if (verification === undefined) return undefined
  const { result, summary, seconds } = verification
  const counts = (['passed', 'failed', 'skipped'] as const).filter((each) => each === 'passed' || summary[each] > 0)
  return `${result}: ${counts.map((each) => `${summary[each]} ${each}`).join(', ')}, ${seconds.toFixed(1)} s`
}
