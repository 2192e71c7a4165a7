import type { Deviation } from '../small-provider.js'
import { allowed, type ConformingProvider } from './conforming-provider.js'

/** The order of the list, the order of members and the layout of JSON mean nothing. */
export const freeJsonLayout: ConformingProvider[] = [
  ...allowed('List orders: no order of the array is promised, nor how its JSON is laid out.', {
    'lists orders in another order each time': (usual) => {
      let turn = 0
      return { listed: () => [...usual.listed().slice(++turn % 7), ...usual.listed().slice(0, turn % 7)] }
    },
    'escapes the names of members': rewriting((json) =>
      json.replaceAll('"id":', String.raw`"\u0069d":`).replaceAll('"message":', String.raw`"mess\u0061ge":`),
    ),
  }),
  ...allowed('HTTP/JSON API: how JSON is laid out, and the order of its members, mean nothing.', {
    'puts white space around its JSON': (usual) => ({
      json: (status, value) => {
        const answer = usual.json(status, value)
        return { ...answer, body: `\r\n\t ${String(answer.body)} \n\n` }
      },
    }),
    'shows a member that changes with every list': (usual) => {
      let lists = 0
      return { show: (order) => ({ ...(usual.show(order) as object), status: order.status, seen: ++lists }) }
    },
  }),
]

function rewriting(rewrite: (json: string) => string): Deviation {
  return (usual) => ({
    json: (status, value) => {
      const answer = usual.json(status, value)
      return { ...answer, body: rewrite(String(answer.body)) }
    },
  })
}
