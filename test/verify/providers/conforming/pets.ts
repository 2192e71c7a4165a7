import { exactJson } from '../exact-json.js'
import { type Answer, type Deviation, SUNSET, withHeaders } from '../small-provider.js'
import { allowed, type ConformingProvider } from './conforming-provider.js'

/** The members of a pet and its sunset date are open. */
export const freePets: ConformingProvider[] = [
  ...allowed('Versioning: the fields of a pet and its sunset date are not shown.', {
    'shows pets as empty objects': pet({}),
    'sends no Deprecation with its Sunset': headersOfPets({ deprecation: [] }),
    'sends the Deprecation of the first draft': headersOfPets({ deprecation: 'true' }),
    'is past its sunset': headersOfPets({ sunset: 'Sat, 01 Jun 2024 00:00:00 GMT', deprecation: '@1704067200' }),
    'answers 410 for unknown pets': (usual) => ({
      getPet: async (call) => {
        const answer = await usual.getPet(call)
        return answer.status === 200 ? answer : withHeaders(usual.error(410, 'gone'), SUNSET)
      },
    }),
  }),
]

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
