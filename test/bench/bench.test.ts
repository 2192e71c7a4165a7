import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bareHttp, type Contestant, ordersMock } from './contestants.js'
import type { SendLoad } from './load.js'
import { type Entrant, type LoadSample, measureLoads, measureStarts } from './measure.js'
import { recordAnswers } from './record-answers.js'
import { ratioLine, toMarkdown } from './table.js'

// The harness, with the two contestants that need no installation; a few requests stand in for the load.

const REQUESTS = 20

let folder = ''
let entrants: Entrant[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'orders-mock-bench-'))
  const answers = join(folder, 'answers.json')
  entrants = [withoutMany(ordersMock), withoutMany(bareHttp)].map((contestant) => ({ contestant, folder, answers }))
  const [own] = entrants
  if (own !== undefined) await writeFile(answers, JSON.stringify(await recordAnswers(own)))
})

afterAll(async () => {
  await rm(folder, { recursive: true })
})

/** A contestant without the load that needs hundreds of thousands of orders. */
function withoutMany({ preparation = [], loads, ...contestant }: Contestant): Contestant {
  return { ...contestant, preparation: preparation.slice(0, 1), loads: loads.filter(({ name }) => name !== 'cancel') }
}

const send: SendLoad = async (baseUrl, { method, path, key }) => {
  let refused = 0
  for (let n = 1; n <= REQUESTS; n += 1) {
    const headers = { authorization: `Bearer ${key.replace('{n}', String(n))}` }
    const { status } = await fetch(baseUrl + path, { method, headers })
    if (status >= 400) refused += 1
  }
  return { requests: REQUESTS, perSecond: 1000, refused }
}

test('all loads reach the mock and the bare server, and get the answers that they should', async () => {
  const loads = await measureLoads(entrants, { rounds: 1, seconds: 1, warmUpRequests: 1, send })
  expect(loads.map(({ name, load }) => [name, load])).toEqual([
    ['orders-mock', 'list'],
    ['bare node:http', 'list'],
    ['orders-mock', 'refused cancel'],
    ['bare node:http', 'refused cancel'],
    ['orders-mock', 'list, 1 sandbox'],
    ['orders-mock', 'list, 100 sandboxes'],
  ])
  const results = { names: ['orders-mock', 'bare node:http'], installations: {}, starts: [], verifications: [] }
  const table = toMarkdown({ ...results, loads: loads.map((each) => ({ ...each, cpuMicros: 20 })) })
  expect(table).toBe(
    [
      '|  | list, req/s | CPU µs | refused cancel, req/s | CPU µs |',
      '| --- | ---: | ---: | ---: | ---: |',
      '| orders-mock | 1,000 (1,000–1,000) | 20.0 | 1,000 (1,000–1,000) | 20.0 |',
      '| bare node:http | 1,000 (1,000–1,000) | 20.0 | 1,000 (1,000–1,000) | 20.0 |',
    ].join('\n'),
  )
})

test('the bare server gives the very answers of the mock', async () => {
  const [mock, bare] = await Promise.all(entrants.map((entrant) => recordAnswers(entrant)))
  expect(bare).toEqual({ list: mock?.['list'], 'refused cancel': mock?.['refused cancel'] })
  expect(bare?.['refused cancel']).toMatchObject({ status: 409, body: expect.stringContaining('shipped') as string })
})

test('a start is measured from the spawn to the first list', async () => {
  const starts = await measureStarts(entrants, 1)
  expect(starts.map(({ name }) => name)).toEqual(['orders-mock', 'bare node:http'])
  for (const { startMs } of starts) expect(startMs).toBeGreaterThan(0)
})

test('a ratio is the median over the rounds, of samples of one round each', () => {
  const loads = [sample('own', 20), sample('bare', 10), sample('own', 100), sample('bare', 90), sample('own', 10)]
  const results = { names: [], installations: {}, starts: [], verifications: [] }
  const line = ratioLine(
    { ...results, loads: [...loads, sample('bare', 8)] },
    { name: 'own', load: 'list', to: 'bare' },
  )
  expect(line).toBe('own, list: 0.80 of bare by processor time')
})

function sample(name: string, cpuMicros: number): LoadSample {
  return { name, load: 'list', requests: 1, perSecond: 1, cpuMicros }
}
