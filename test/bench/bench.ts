import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { CONTESTANTS, ordersMock } from './contestants.js'
import { install, type Installation, installThis } from './install.js'
import { createSender } from './load.js'
import { describeMachine, hasCommand } from './machine.js'
import { type Entrant, measureLoads, measureStarts, measureVerifications } from './measure.js'
import { recordAnswers } from './record-answers.js'
import { type Row, toJson, toMarkdown } from './table.js'

const HELP = `npm run bench -- [options]      how orders-mock compares, side by side in one run
  --only <names>      contestants that have one of these words in their names, such as --only orders-mock,bare
  --columns <names>   of install, start, load, verify (default: all)
  --rounds <count>    (default: 5)
  --seconds <count>   of each load in each round (default: 3)
  --json <file>       writes all values there too`

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    columns: { type: 'string', default: 'install,start,load,verify' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    json: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
if (options.help) console.log(HELP)
else await bench()

async function bench(): Promise<void> {
  const columns = options.columns.split(',')
  const [rounds, seconds] = [Number(options.rounds), Number(options.seconds)]
  const temporary = await mkdtemp(join(tmpdir(), 'orders-mock-bench-'))
  try {
    const answers = join(temporary, 'answers.json')
    const { entrants, installations } = await enter(answers)
    if (columns.includes('install')) installations.set(ordersMock.name, await installThis())
    await writeFile(
      answers,
      JSON.stringify(await recordAnswers({ contestant: ordersMock, folder: temporary, answers })),
    )
    const starts = columns.includes('start') ? await measureStarts(entrants, rounds) : undefined
    const sender = columns.includes('load') ? await createSender() : undefined
    const loads = sender && (await measureLoads(entrants, { rounds, seconds, send: sender.send }))
    const verifications = columns.includes('verify') ? await measureVerifications(entrants) : undefined
    const rows = entrants.map(({ contestant: { name } }): Row => ({
      name,
      installation: installations.get(name),
      start: starts?.get(name),
      loads: loads?.get(name) ?? new Map(),
      verification: verifications?.get(name),
    }))
    const circumstances = {
      date: new Date().toISOString(),
      machine: describeMachine(),
      load: sender?.name,
      rounds,
      seconds,
    }
    console.log(
      `${circumstances.date.slice(0, 10)}, ${circumstances.machine}; ${rounds} rounds${sender ? ` of ${seconds} s by ${sender.name}` : ''}\n`,
    )
    console.log(toMarkdown(rows))
    if (options.json !== undefined) await writeFile(options.json, toJson(rows, circumstances))
  } finally {
    await rm(temporary, { recursive: true })
  }
}

/** Installs what was asked for; what this machine cannot run is left out, and said so. */
async function enter(
  answers: string,
): Promise<{ readonly entrants: Entrant[]; readonly installations: Map<string, Installation> }> {
  const words = options.only.toLowerCase().split(',')
  const entrants: Entrant[] = []
  const installations = new Map<string, Installation>()
  for (const contestant of CONTESTANTS.filter(({ name }) => words.some((word) => name.toLowerCase().includes(word)))) {
    if (contestant.needs !== undefined && !hasCommand(contestant.needs)) {
      console.error(`${contestant.name} is left out: there is no ${contestant.needs} here.`)
      continue
    }
    const { folder, installation } = await install(contestant)
    if (installation !== undefined) installations.set(contestant.name, installation)
    entrants.push({ contestant, folder, answers })
  }
  return { entrants, installations }
}
