import { setTimeout as delay } from 'node:timers/promises'
import { type RunningProvider } from './running-provider.js'
import { type Behaviour, type Deviation, startSmallProvider } from './small-provider.js'
import type { SmallStore } from './small-store.js'

/** A provider with two defects, and the rules of the model that they break; no other rule may be blamed. */
export interface PairOfDefects {
  readonly name: string
  readonly breaks: readonly string[]
  readonly start: () => Promise<RunningProvider>
}

const DEFECTS = {
  'shows ids as doubles': {
    breaks: ['large-ids-keep-digits'],
    deviation: (usual) => ({
      show: (order) => ({ ...(usual.show(order) as object), id: BigInt(Number(order.id)) }),
    }),
  },
  'cancels twice': {
    breaks: ['cancelled-stays-cancelled', 'cancelled-is-refused'],
    deviation: (usual) => ({
      cancel: (order) => (order.status === 'cancelled' ? { status: 204, headers: {} } : usual.cancel(order)),
    }),
  },
  'changes all orders when it cancels one': {
    breaks: ['other-orders-untouched'],
    deviation: (usual, store) => ({
      cancel: async (order) => {
        const answer = await usual.cancel(order)
        if (answer.status === 204) for (const each of store.orders) each.quantity = 99
        return answer
      },
    }),
  },
  'ships all orders when it cancels one': {
    breaks: ['other-orders-untouched'],
    deviation: (usual, store) => ({
      cancel: async (order) => {
        const answer = await usual.cancel(order)
        if (answer.status === 204)
          for (const each of store.orders) if (each.status === 'pending') each.status = 'shipped'
        return answer
      },
    }),
  },
  'lets concurrent cancels win': {
    breaks: ['one-cancel-wins'],
    deviation: (usual) => ({
      cancel: async (order) => {
        const { status } = order
        await delay(5)
        order.status = status
        return usual.cancel(order)
      },
    }),
  },
  'takes a key in small letters': {
    breaks: ['wrong-key-list', 'wrong-key-cancel', 'wrong-key-pet'],
    deviation: (usual) => ({
      admits: (call) => usual.admits(call) || call.authorization === 'Bearer small-shop-key-08bx',
    }),
  },
  'cancels although it refuses the key': {
    breaks: ['refused-key-changes-nothing'],
    deviation: (usual) => ({
      refuse: (call) => {
        const order = call.operation === 'cancelOrder' ? usual.find(call.id) : undefined
        if (order?.status === 'pending') order.status = 'cancelled'
        return usual.refuse(call)
      },
    }),
  },
  'obeys a limit': {
    breaks: ['list-takes-no-query'],
    deviation: (usual) => ({
      listOrders: (call) =>
        call.request.url?.includes('limit=1') === true ? usual.json(200, []) : usual.listOrders(call),
    }),
  },
} satisfies Record<string, { breaks: readonly string[]; deviation: Deviation }>

type Defect = keyof typeof DEFECTS

const PAIRS: readonly (readonly [Defect, Defect])[] = [
  ['shows ids as doubles', 'cancels twice'],
  ['shows ids as doubles', 'changes all orders when it cancels one'],
  ['shows ids as doubles', 'cancels although it refuses the key'],
  ['changes all orders when it cancels one', 'cancels twice'],
  ['changes all orders when it cancels one', 'takes a key in small letters'],
  ['ships all orders when it cancels one', 'takes a key in small letters'],
  ['ships all orders when it cancels one', 'lets concurrent cancels win'],
  ['cancels although it refuses the key', 'obeys a limit'],
  ['lets concurrent cancels win', 'takes a key in small letters'],
]

export const pairsOfDefects: readonly PairOfDefects[] = PAIRS.map(([one, other]) => ({
  name: `${one}, and ${other}`,
  breaks: [...DEFECTS[one].breaks, ...DEFECTS[other].breaks],
  start: () => startSmallProvider(both(DEFECTS[one].deviation, DEFECTS[other].deviation)),
}))

function both(one: Deviation, other: Deviation): Deviation {
  return (usual: Behaviour, store: SmallStore) => {
    const first = one(usual, store)
    return { ...first, ...other({ ...usual, ...first }, store) }
  }
}
