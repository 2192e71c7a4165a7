import { drawFrom, nextSeed } from '../chance.js'
import { Clock, type TimeSource } from './clock.js'
import { FaultList } from './faults.js'
import type { SeedRecord, WorldRecord } from './records.js'
import type { ScenarioDocument } from '../scenario/document.js'
import { inScenario, type ScenarioLibrary } from '../scenario/library.js'
import { checkScenario, createSeed, type Seed } from '../scenario/seed.js'
import { World } from './world.js'

/** How sandboxes get a new world: from a scenario by name, from a document, or from a record. */
export interface WorldSource {
  /** @throws {ToolError} if there is no such scenario, or it cannot be used */
  fromScenario(scenario: string, sandbox: string): World
  /** @throws {InvalidInputError} if the document is no scenario */
  compile(document: ScenarioDocument): Seed
  fromSeed(seed: Seed): World
  /** The seed that a record speaks of. */
  revive(record: SeedRecord): Seed
  fromRecord(record: WorldRecord): World
}

/** What the person who started the mock said of its worlds; instants in milliseconds since the Unix epoch. */
export interface WorldDefaults {
  readonly nowMs?: number | undefined
  readonly sunsetMs?: number | undefined
  /** Seeds the faults that need chance and have no seed of their own. */
  readonly chanceSeed: number
}

/**
 * Makes worlds. What was said at the start rules `main`, the sandbox of the scenario named at the start; in every
 * other sandbox the scenario's own `now` and `sunset` go first, so that `sunset-passed` is past its sunset anywhere.
 */
export function createWorldSource(library: ScenarioLibrary, time: TimeSource, defaults: WorldDefaults): WorldSource {
  let chanceSeed = defaults.chanceSeed
  const drawSeed = (): number => {
    chanceSeed = nextSeed(chanceSeed)
    return Math.floor(drawFrom(chanceSeed) * 2 ** 31)
  }
  const build = (seed: Seed, isMain: boolean): World => {
    const startMs = isMain ? (defaults.nowMs ?? seed.startMs) : (seed.startMs ?? defaults.nowMs)
    const nowMs = startMs ?? time()
    const startsAnywhere = startMs === undefined && !seed.frozen
    const clock = startsAnywhere ? new Clock(time) : Clock.startingAt(time, { nowMs, frozen: seed.frozen })
    const sunsetMs = isMain ? (defaults.sunsetMs ?? seed.sunsetMs) : (seed.sunsetMs ?? defaults.sunsetMs)
    return new World(seed, { clock, faults: new FaultList(seed.faults, drawSeed), sunsetMs })
  }
  const revive = createReviver()
  return {
    fromScenario: (scenario, sandbox) => {
      const seed = inScenario(scenario, () => library.seed(scenario, wholeSecond(defaults.nowMs ?? time())))
      return build(seed, sandbox === 'main')
    },
    compile: (document: ScenarioDocument) => {
      checkScenario(document)
      // Whoever gave the document may go on to change it.
      return createSeed(structuredClone(document), wholeSecond(defaults.nowMs ?? time()))
    },
    fromSeed: (seed) => build(seed, false),
    revive,
    fromRecord: (record) => {
      const clock = new Clock(time, record.clock)
      const faults = new FaultList(record.faults, drawSeed)
      return new World(revive(record.seed), { clock, faults, sunsetMs: record.sunsetMs }, record)
    },
  }
}

/** Makes seeds again; those of the same document object and instant are one. */
function createReviver(): (record: SeedRecord) => Seed {
  const known = new WeakMap<ScenarioDocument, Map<number, Seed>>()
  return ({ document, baseMs }) => {
    const seeds = known.get(document) ?? new Map<number, Seed>()
    const seed = seeds.get(baseMs) ?? createSeed(document, baseMs)
    known.set(document, seeds.set(baseMs, seed))
    return seed
  }
}

/** Dates that count from now read better without milliseconds. */
function wholeSecond(instantMs: number): number {
  return instantMs - (((instantMs % 1000) + 1000) % 1000)
}
