import { exactJson } from '../exact-json.js'
import { type Answer, type Deviation, isInt64, SUNSET, withHeaders } from '../small-provider.js'
import type { SmallStore } from '../small-store.js'
import { allowed, type ConformingProvider, eachAnswer } from './conforming-provider.js'

/** The members of a pet and its sunset date are open. */
export const freePets: ConformingProvider[] = [
  ...allowed('Versioning: the fields of a pet and its sunset date are not shown.', {
    'shows pets as empty objects': pet({}),
    'shows pets with many members': pet({ petId: 'x', name: 'Rex', tags: [], owner: null, weight: 2.5 }),
    'sends no Deprecation with its Sunset': headersOfPets({ deprecation: [] }),
    'is past its sunset': headersOfPets({ sunset: 'Sat, 01 Jun 2024 00:00:00 GMT', deprecation: '@1704067200' }),
    'sends the Deprecation of the first draft': headersOfPets({ deprecation: 'true' }),
    'sends an HTTP date as the Deprecation, like a later draft': headersOfPets({
      deprecation: 'Thu, 01 Jan 2026 00:00:00 GMT',
    }),
    'will deprecate the pets later': headersOfPets({ deprecation: '@1893456000' }),
    'sends the Sunset with every answer': eachAnswer((answer) => withHeaders(answer, SUNSET)),
    'sends the Sunset with existing pets only': (usual) => ({
      getPet: async (call) => {
        const answer = await usual.getPet(call)
        return answer.status === 200 ? answer : withHeaders(answer, { sunset: [], deprecation: [] })
      },
    }),
    'answers 410 for unknown pets': (usual) => ({
      getPet: async (call) => {
        const answer = await usual.getPet(call)
        return answer.status === 200 ? answer : withHeaders(usual.error(410, 'gone'), SUNSET)
      },
    }),
  }),
  ...allowed('Versioning: the type of petId is not shown, and so is what an id is that no pet has.', {
    'has pets under digits only, and asks for no key elsewhere': pathsOfPets((id) => /^\d{1,10}$/.test(id)),
    'asks for a key only where the pet exists': pathsOfPets((id, { pets }) => isInt64(id) && pets.has(BigInt(id))),
  }),
]

/** Answers 404 to pets that nobody has, key or no key. */
function pathsOfPets(isPath: (id: string, store: SmallStore) => boolean): Deviation {
  return (usual, store) => ({
    answer: (call) =>
      call.operation === 'getPet' && !isPath(call.id, store) ? usual.error(404, 'no_such_route') : usual.answer(call),
  })
}

function pet(value: object): Deviation {
  return (usual) => ({
    getPet: async (call) => {
      const answer = await usual.getPet(call)
      return answer.status === 200 ? { ...answer, body: exactJson(value) } : answer
    },
  })
}

function headersOfPets(headers: Answer['headers']): Deviation {
  return (usual) => ({ getPet: async (call) => withHeaders(await usual.getPet(call), headers) })
}
