import { type Deviation, withHeaders } from '../small-provider.js'
import { breaking, type BrokenProvider } from './broken-provider.js'

/** Providers that do not announce properly that reading a pet is deprecated. */
export const getPet: BrokenProvider[] = [
  ...breaking('Versioning: GET /pets/{petId} is deprecated and has a sunset date.', 'pact', {
    'shows pets without a sunset': withSunset({ sunset: [] }),
    'has no pets': (usual) => ({ getPet: () => usual.error(404, 'no_such_route') }),
    'fails on pets': (usual) => ({ getPet: () => usual.error(500, 'oops') }),
  }),
  ...breaking('Versioning: the sunset date; an HTTP date, as RFC 8594 defines it.', 'openapi', {
    'shows pets with an ISO date as the sunset': withSunset({ sunset: '2027-06-30' }),
    'shows pets with an ISO instant as the sunset': withSunset({ sunset: '2027-06-30T00:00:00Z' }),
    'shows pets with seconds as the sunset': withSunset({ sunset: '1814313600' }),
    'shows pets with a structured date as the sunset': withSunset({ sunset: '@1814313600' }),
    'shows pets with a sunset in another zone': withSunset({ sunset: 'Wed, 30 Jun 2027 00:00:00 +0200' }),
    'shows pets with a sunset on 31 June': withSunset({ sunset: 'Thu, 31 Jun 2027 00:00:00 GMT' }),
    'shows pets with a sunset that says UTC for GMT': withSunset({ sunset: 'Wed, 30 Jun 2027 00:00:00 UTC' }),
    'shows pets with a sunset whose day has one digit': withSunset({ sunset: 'Thu, 1 Jul 2027 00:00:00 GMT' }),
    'shows pets with a sunset on the wrong day of the week': withSunset({ sunset: 'Mon, 30 Jun 2027 00:00:00 GMT' }),
    'shows pets with a sunset in words': withSunset({ sunset: 'soon' }),
    'shows pets with an empty sunset': withSunset({ sunset: '' }),
  }),
  ...breaking(
    'Versioning: GET /pets/{petId} is deprecated; a Deprecation header is a structured date (RFC 9745).',
    'openapi',
    {
      'shows pets with bare seconds as the Deprecation': withSunset({ deprecation: '1767225600' }),
      'shows pets with an ISO date as the Deprecation': withSunset({ deprecation: '@2026-01-01' }),
    },
  ),
  ...breaking('What the service does: the service is an HTTP/JSON API.', 'openapi', {
    'shows pets as a page': (usual) => ({
      getPet: async (call) => ({
        ...withHeaders(await usual.getPet(call), { 'content-type': 'text/html' }),
        body: '<h1>Rex</h1>',
      }),
    }),
    'shows pets in broken JSON': (usual) => ({
      getPet: async (call) => ({ ...(await usual.getPet(call)), body: "{name: 'Rex'}" }),
    }),
  }),
  ...breaking('Versioning: GET /pets/{petId} is deprecated and has a sunset date.', 'model', {
    'announces the sunset of a pet the first time only': (usual) => {
      const told = new Set<string>()
      return {
        getPet: async (call) => {
          const answer = await usual.getPet(call)
          if (told.has(call.id)) return withHeaders(answer, { sunset: [] })
          told.add(call.id)
          return answer
        },
      }
    },
  }),
]

/** Replaces headers; none is sent where the list of its values is empty. */
function withSunset(headers: Record<string, string | []>): Deviation {
  return (usual) => ({ getPet: async (call) => withHeaders(await usual.getPet(call), headers) })
}
