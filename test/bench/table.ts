import type { Installation } from './install.js'
import type { LoadSample, StartSample, Verification } from './measure.js'

/** All that was found out in a run. */
export interface Results {
  /** In the order of the table. */
  readonly names: readonly string[]
  readonly installations: Readonly<Record<string, Installation>>
  readonly starts: readonly StartSample[]
  readonly loads: readonly LoadSample[]
  readonly verifications: readonly Verification[]
}

type Cell = (name: string, results: Results) => string | undefined

const COLUMNS: readonly (readonly [title: string, cell: Cell])[] = [
  ['', (name) => name],
  ['installed', (name, { installations }) => footprint(installations[name])],
  [
    'start, ms',
    (name, { starts }) => spread(starts.filter((each) => each.name === name).map(({ startMs }) => startMs)),
  ],
  ['list, req/s', ratesOf('list')],
  ['CPU µs', cpuOf('list')],
  ['refused cancel, req/s', ratesOf('refused cancel')],
  ['CPU µs', cpuOf('refused cancel')],
  ['cancel, req/s', ratesOf('cancel')],
  ['CPU µs', cpuOf('cancel')],
  ['verify', (name, { verifications }) => verdict(verifications.find((each) => each.name === name))],
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

/**
 * What the processor does for a request of one contestant, as a multiple of what it does for that of another in the same
 * round: the median over the rounds in a line of text; `undefined` if it was not measured.
 */
export function ratioLine({ loads }: Results, load: string, [name, to]: readonly [string, string]): string | undefined {
  const microsOf = (contestant: string): number[] =>
    loads.filter((each) => each.name === contestant && each.load === load).flatMap(({ cpuMicros }) => cpuMicros ?? [])
  const [own, other] = [microsOf(name), microsOf(to)]
  if (own.length === 0 || own.length !== other.length) return undefined
  const ratio = median(other.map((micros, round) => micros / (own[round] ?? Number.NaN)))
  return `${name}, ${load}: ${ratio.toFixed(2)} of ${to} by processor time`
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

function footprint(installation: Installation | undefined): string | undefined {
  if (installation === undefined) return undefined
  const { megabytes, packages, seconds } = installation
  return `${megabytes.toFixed(0)} MB, ${packages} packages, ${seconds.toFixed(0)} s`
}

function ratesOf(load: string): Cell {
  return (name, { loads }) =>
    spread(loads.filter((each) => each.name === name && each.load === load).map(({ perSecond }) => perSecond))
}

function cpuOf(load: string): Cell {
  return (name, { loads }) => {
    const own = loads.filter((each) => each.name === name && each.load === load)
    const micros = own.flatMap(({ cpuMicros }) => cpuMicros ?? [])
    return micros.length === 0 ? undefined : median(micros).toFixed(1)
  }
}

function spread(values: readonly number[]): string | undefined {
  if (values.length === 0) return undefined
  return `${whole(median(values))} (${whole(Math.min(...values))}–${whole(Math.max(...values))})`
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}

function verdict(verification: Verification | undefined): string | undefined {
  if (verification === undefined) return undefined
  const { result, passed, failed, skipped, seconds } = verification
  const counts = [`${passed} passed`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`]
  return `${result}: ${counts.filter((text) => text !== false).join(', ')}, ${seconds.toFixed(1)} s`
}
