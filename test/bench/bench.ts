import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bareHttp, CONTESTANTS, ordersMock } from './contestants.js'
import { measureFaults } from './faults.js'
import { install, type Installation, installThis } from './install.js'
import { LOAD, sendByWrk } from './load.js'
import { describeMachine, hasCommand } from './machine.js'
import { type Entrant, measureLoads, measureStarts, measureVerifications } from './measure.js'
import { recordAnswers } from './record-answers.js'
import { ratioLine, type Results, toMarkdown } from './table.js'

const HELP = `npm run bench -- [options]      how orders-mock compares, side by side in one run
  --only <names>      contestants that have one of these words in their names, such as --only orders-mock,bare
  --columns <names>   of install, start, load, verify (default: these), or faults, which takes about half an hour: of the
                      providers that verify is tested with, how many other verifiers find and accuse. It keeps what it has
                      judged, and goes on from there; --only then takes words of verifiers and providers
  --since <instant>   with faults: judges anew what was judged before
  --rounds <count>    (default: 12)
  --seconds <count>   of each load in each round (default: 1)
  --json <file>       writes all values there too`

const WARM_UP_REQUESTS = 60_000

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    columns: { type: 'string', default: 'install,start,load,verify' },
    rounds: { type: 'string', default: '12' },
    seconds: { type: 'string', default: '1' },
    json: { type: 'string' },
    since: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
})
if (options.help) console.log(HELP)
else if (options.columns === 'faults') console.log(await measureFaults(options))
else await bench()

async function bench(): Promise<void> {
  const temporary = await mkdtemp(join(tmpdir(), 'orders-mock-bench-'))
  try {
    const results = await measure(join(temporary, 'answers.json'))
    const { date, machine, rounds, seconds, load } = results
    console.log(`${date}, ${machine}; ${rounds} rounds${load === undefined ? '' : ` of ${seconds} s by ${load}`}\n`)
    console.log(`${toMarkdown(results)}\n`)
    for (const line of comparisons(results)) console.log(line)
    if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify(results, undefined, 2)}\n`)
  } finally {
    await rm(temporary, { recursive: true })
  }
}

interface Run extends Results {
  readonly date: string
  readonly machine: string
  readonly rounds: number
  readonly seconds: number
  /** What sends the loads. */
  readonly load: string | undefined
}

async function measure(answers: string): Promise<Run> {
  const columns = options.columns.split(',')
  const [rounds, seconds] = [Number(options.rounds), Number(options.seconds)]
  const { entrants, installations } = await enter(answers)
  if (columns.includes('install')) installations[ordersMock.name] = await installThis()
  await writeFile(answers, JSON.stringify(await recordAnswers({ contestant: ordersMock, folder: tmpdir(), answers })))
  const starts = columns.includes('start') ? await measureStarts(entrants, rounds) : []
  const isLoaded = columns.includes('load')
  if (isLoaded && !hasCommand('wrk')) throw new Error('The loads need wrk: apt-get install wrk, or --columns start.')
  const loading = { rounds, seconds, warmUpRequests: WARM_UP_REQUESTS, send: sendByWrk }
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: describeMachine(),
    rounds,
    seconds,
    load: isLoaded ? LOAD : undefined,
    names: entrants.map(({ contestant }) => contestant.name),
    installations,
    starts,
    loads: isLoaded ? await measureLoads(entrants, loading) : [],
    verifications: columns.includes('verify') ? await measureVerifications(entrants) : [],
  }
}

/** Installs what was asked for; what this machine cannot run is left out, and said so. */
async function enter(
  answers: string,
): Promise<{ readonly entrants: Entrant[]; readonly installations: Record<string, Installation> }> {
  const words = options.only.toLowerCase().split(',')
  const entrants: Entrant[] = []
  const installations: Record<string, Installation> = {}
  for (const contestant of CONTESTANTS.filter(({ name }) => words.some((word) => name.toLowerCase().includes(word)))) {
    if (contestant.needs !== undefined && !hasCommand(contestant.needs)) {
      console.error(`${contestant.name} is left out: there is no ${contestant.needs} here.`)
      continue
    }
    const { folder, installation } = await install(contestant)
    if (installation !== undefined) installations[contestant.name] = installation
    entrants.push({ contestant, folder, answers })
  }
  return { entrants, installations }
}

/** How the mock stands beside the least that answers with the same bytes. */
function comparisons(results: Results): string[] {
  const lines = bareHttp.loads.map(({ name: load }) => ratioLine(results, load, [ordersMock.name, bareHttp.name]))
  return lines.filter((line) => line !== undefined)
}
