import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { bareHttp, CONTESTANTS, ordersMock } from './contestants.js'
import { measureFaults } from './faults.js'
import { CACHE, install, type Installation, installThis } from './install.js'
import { describeMachine, isMissing } from './machine.js'
import { LOAD, measureLoads, measureStarts, recordAnswers, type Verification, verify } from './measure.js'
import { ratioOf, type Results, toMarkdown } from './table.js'

const HELP = `npm run bench -- [options]      how orders-mock compares, side by side in one run
  --only <names>      contestants that have one of these words in their names, such as --only orders-mock,bare
  --columns <names>   of install, start, load, verify (default: these), or faults, which takes about an hour: of the
                      providers that verify is tested with, how many other verifiers find and accuse. It keeps what it has
                      judged, and goes on from there; --only then takes words of verifiers and providers
  --rounds <count>    of one second for each load (default: 12)
  --warm-up <count>   requests before the first round of each load (default: 60000)
  --at-least <ratio>  ends with exit code 1 if a load of orders-mock reaches less of the speed of bare node:http, by
                      processor time, such as 0.3`

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    columns: { type: 'string', default: 'install,start,load,verify' },
    rounds: { type: 'string', default: '12' },
    'warm-up': { type: 'string', default: '60000' },
    'at-least': { type: 'string', default: '0' },
    help: { type: 'boolean', default: false },
  },
})
const words = options.only.toLowerCase().split(',')
const isChosen = (name: string): boolean => words.some((word) => name.toLowerCase().includes(word))

if (options.help) console.log(HELP)
else if (options.columns === 'faults') console.log(await measureFaults(isChosen))
else await bench()

async function bench(): Promise<void> {
  const results = await measure()
  const rounds = `${options.rounds} rounds of 1 s by ${LOAD}`
  console.log(`${new Date().toISOString().slice(0, 10)}, ${describeMachine()}; ${rounds}\n\n${toMarkdown(results)}\n`)
  // How the mock stands beside the least that answers with the same bytes.
  for (const { name } of bareHttp.loads) {
    const ratio = ratioOf(results, name, [ordersMock.name, bareHttp.name])
    if (ratio === undefined) continue
    console.log(`${ordersMock.name}, ${name}: ${ratio.toFixed(2)} of ${bareHttp.name} by processor time`)
    if (ratio < Number(options['at-least'])) process.exitCode = 1
  }
}

async function measure(): Promise<Results> {
  const columns = options.columns.split(',')
  const rounds = Number(options.rounds)
  const isLoaded = columns.includes('load') && !isMissing('wrk', 'The load')
  const contestants = CONTESTANTS.filter(({ name, needs }) => isChosen(name) && !isMissing(needs, name))
  const installations: Record<string, Installation | undefined> = {}
  for (const each of contestants) installations[each.name] = await install(each)
  if (columns.includes('install')) installations[ordersMock.name] = await installThis(ordersMock)
  await writeFile(join(CACHE, 'answers.json'), JSON.stringify(await recordAnswers(ordersMock)))
  const starts = columns.includes('start') ? await measureStarts(contestants, rounds) : []
  const loads = isLoaded ? await measureLoads(contestants, rounds, Number(options['warm-up'])) : []
  const verifications: Verification[] = []
  if (columns.includes('verify')) for (const each of contestants) verifications.push(await verify(each))
  return { names: contestants.map(({ name }) => name), installations, starts, loads, verifications }
}
