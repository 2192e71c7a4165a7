import { createSchemaCheck, InvalidInputError } from '../../input/index.js'
import { type FreedomChoices, type FreedomName, freedoms as table } from '../../spec/index.js'
import { Chance } from '../chance.js'
import type { FreedomsInput, Schemas } from './document.js'
import { scenarioSchema } from './schema.generated.js'

/** What a sandbox does where the specification leaves it open (contracts/freedoms.yaml). */
export interface Freedoms {
  /** Decides everything that is drawn for a response. */
  readonly seed: number
  /** What was chosen; all other choices are the defaults. */
  readonly choices: Readonly<Partial<FreedomChoices>>
}

type SettingsInput = Schemas['ScenarioFreedomSettings']

const checkFreedoms = createSchemaCheck(scenarioSchema, '#/$defs/Freedoms')

/**
 * Reads a seed, which draws a choice for each freedom, or choices.
 * @throws {InvalidInputError} naming each wrong freedom and choice
 */
export function readFreedoms(input: FreedomsInput): Freedoms {
  const problems = checkFreedoms(input)
  if (problems.length > 0) throw new InvalidInputError(problems)
  if (typeof input === 'number') return { seed: input, choices: drawChoices(input, {}) }
  // Exactly one of the two forms has passed.
  const {
    seed = 1,
    draw = false,
    choices = {},
  } = isSettings(input) ? input : { choices: input as SettingsInput['choices'] }
  const given = Object.fromEntries(Object.entries(choices).map(([name, choice]) => [name, String(choice)]))
  return { seed, choices: draw ? drawChoices(seed, given) : given }
}

function isSettings(input: object): input is SettingsInput {
  return ['seed', 'draw', 'choices'].some((name) => name in input)
}

function drawChoices(seed: number, given: Freedoms['choices']): Freedoms['choices'] {
  const choices: { [name in FreedomName]?: string | undefined } = { ...given }
  for (const { name, choices: all } of table) {
    const possible = all.filter(({ drawnWith = {} }) =>
      Object.entries(drawnWith).every(([other, choice]) => choices[other as FreedomName] === choice),
    )
    choices[name] ??= possible[Math.floor(chanceOf(seed, name, 'choice').draw() * possible.length)]?.name
  }
  return choices as Freedoms['choices']
}

/** A source of chance for one freedom that depends on nothing else, so that the same requests get the same responses. */
export function chanceOf(seed: number, name: FreedomName, subject: string | number): Chance {
  let hash = 0x811c9dc5
  for (const character of `${seed} ${name} ${subject}`)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return new Chance(hash)
}

/** Whether an order shows all of its fields, because missing ones are given, or are drawn for other orders. */
export function keepsFields(freedoms: Freedoms | undefined, orderId: string): boolean {
  if (freedoms?.choices['missing-members'] !== 'some') return true
  return chanceOf(freedoms.seed, 'missing-members', orderId).draw() < 0.5
}
