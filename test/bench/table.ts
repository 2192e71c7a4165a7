import type { Installation } from './install.js'
import type { LoadSeries, Series, Start, Verification } from './measure.js'

/** All that was found out about a contestant. */
export interface Row {
  readonly name: string
  readonly installation?: Installation | undefined
  readonly start?: Start | undefined
  readonly loads: ReadonlyMap<string, LoadSeries>
  readonly verification?: Verification | undefined
}

type Cell = (row: Row) => string | undefined

const COLUMNS: readonly (readonly [title: string, cell: Cell])[] = [
  ['', ({ name }) => name],
  ['installed', ({ installation }) => installation && footprint(installation)],
  ['start, ms', ({ start }) => start && spread(start.startMs)],
  ['list, req/s', ratesOf('list')],
  ['CPU µs', cpuOf('list')],
  ['refused cancel, req/s', ratesOf('refused cancel')],
  ['CPU µs', cpuOf('refused cancel')],
  ['cancel, req/s', ratesOf('cancel')],
  ['CPU µs', cpuOf('cancel')],
  ['verify', ({ verification }) => verification && verdict(verification)],
]

/** The table in Markdown: medians, and behind them the lowest and the highest value. */
export function toMarkdown(rows: readonly Row[]): string {
  const shown = COLUMNS.filter(([, cell]) => rows.some((row) => cell(row) !== undefined))
  const lines = [
    shown.map(([title]) => title),
    shown.map((_, index) => (index === 0 ? '---' : '---:')),
    ...rows.map((row) => shown.map(([, cell]) => cell(row) ?? '–')),
  ]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** The same and all single values, for programs. */
export function toJson(rows: readonly Row[], circumstances: object): string {
  const plain = rows.map(({ loads, ...row }) => ({ ...row, loads: Object.fromEntries(loads) }))
  return `${JSON.stringify({ ...circumstances, rows: plain }, undefined, 2)}\n`
}

export function median(values: Series): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

function footprint({ megabytes, packages, seconds }: Installation): string {
  return `${megabytes.toFixed(0)} MB, ${packages} packages, ${seconds.toFixed(0)} s`
}

function ratesOf(load: string): Cell {
  return ({ loads }) => {
    const series = loads.get(load)
    return series && spread(series.perSecond)
  }
}

function cpuOf(load: string): Cell {
  return ({ loads }) => {
    const { cpuMicros = [] } = loads.get(load) ?? {}
    return cpuMicros.length === 0 ? undefined : median(cpuMicros).toFixed(1)
  }
}

function spread(values: Series): string {
  const show = (value: number): string => Math.round(value).toLocaleString('en')
  return `${show(median(values))} (${show(Math.min(...values))}–${show(Math.max(...values))})`
}

function verdict({ result, passed, failed, skipped, seconds }: Verification): string {
  const counts = [`${passed} passed`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`]
  return `${result}: ${counts.filter((text) => text !== false).join(', ')}, ${seconds.toFixed(1)} s`
}
