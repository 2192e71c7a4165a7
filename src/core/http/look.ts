import { type FreedomChoices, type FreedomName, freedoms as table, type JsonObject } from '../../spec/index.js'
import type { Chance } from '../chance.js'
import { chanceOf, type Freedoms } from '../scenario/read-freedoms.js'
import type { Store } from '../sandbox/store.js'
import type { HandledRequest } from './handled-request.js'

/**
 * The choices of a sandbox for a response (contracts/freedoms.yaml); `undefined` if they are the defaults, or a fault or
 * an additional operation decides what the response looks like.
 */
export function lookOf({ operation, injection }: HandledRequest, store: Store, requestId: number): Look | undefined {
  const { freedoms } = store.current
  const isInjected = injection?.failure !== undefined && injection.failure.kind !== 'truncate'
  const isExtra = operation !== undefined && 'run' in operation
  return freedoms === undefined || isInjected || isExtra ? undefined : new Look(freedoms, requestId)
}

/** The choices of a sandbox for one response, and those of them that the response shows. */
export class Look {
  readonly #shown = new Set<FreedomName>()

  /** @param requestId the id of the request in the journal, on which everything depends that is drawn for the response */
  constructor(
    readonly freedoms: Freedoms,
    readonly requestId: number,
  ) {}

  /** Whether this is the choice; then the response shows it. */
  shows<Name extends FreedomName>(name: Name, choice: FreedomChoices[Name]): boolean {
    const isChosen = this.freedoms.choices[name] === choice
    if (isChosen) this.#shown.add(name)
    return isChosen
  }

  /** @param subject what the draw is for, if it is the same in each response */
  chance(name: FreedomName, subject?: string): Chance {
    return chanceOf(this.freedoms.seed, name, subject ?? this.requestId)
  }

  /** What the response shows, in words; `undefined`: only the defaults. */
  get shown(): readonly string[] | undefined {
    const { choices } = this.freedoms
    const shown = table
      .filter(({ name }) => this.#shown.has(name))
      .flatMap(({ name, choices: all }) => all.find((choice) => choice.name === choices[name])?.shows ?? [])
    return shown.length > 0 ? shown : undefined
  }
}

export function shuffled<Item>(items: readonly Item[], chance: Chance): Item[] {
  const keyed = items.map((item): [number, Item] => [chance.draw(), item])
  return keyed.toSorted(([one], [other]) => one - other).map(([, item]) => item)
}

const FURTHER: JsonObject = {
  note: 'left at the neighbour’s',
  tags: ['new', 'gift'],
  rating: 4.5,
  _links: { self: { href: '/v1/store/orders', templated: false } },
  history: [{ by: 'shop', seen: null }],
}

/** Creates the function that gives the objects of a response their fields, one object after the other. */
export function objectWriter(look: Look): (object: JsonObject) => JsonObject {
  const [adding, mixing] = [look.chance('further-members'), look.chance('member-order')]
  const further = Object.entries(FURTHER)
  return (object) => {
    const own = Object.entries(object)
    const isAdded = look.shows('further-members', 'some')
    // One at least.
    const drawn = isAdded ? shuffled(further, adding).slice(0, 1 + Math.floor(adding.draw() * further.length)) : []
    const all = [...own, ...further.filter((each) => drawn.includes(each) && !Object.hasOwn(object, each[0]))]
    const isMixed = all.length > 1 && look.shows('member-order', 'shuffled')
    return Object.fromEntries(isMixed ? shuffled(all, mixing) : all)
  }
}
