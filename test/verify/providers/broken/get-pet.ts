import { type Deviation, withHeaders } from '../small-provider.js'
import { breaking, type BrokenProvider } from './broken-provider.js'

/** Providers that do not announce properly that reading a pet is deprecated. */
export const getPet: BrokenProvider[] = [
  ...breaking('Versioning: GET /pets/{petId} is deprecated and has a sunset date.', 'pact', {
    'shows pets without a sunset': withSunset({ sunset: [] }),
    'fails on pets': (usual) => ({ getPet: () => usual.error(500, 'oops') }),
  }),
  ...breaking('Versioning: the sunset date; an HTTP date, as RFC 8594 defines it.', 'openapi', {
    'shows pets with an ISO date as the sunset': withSunset({ sunset: '2027-06-30' }),
    'shows pets with a sunset on the wrong day of the week': withSunset({ sunset: 'Mon, 30 Jun 2027 00:00:00 GMT' }),
  }),
  ...breaking(
    'Versioning: GET /pets/{petId} is deprecated; a Deprecation header is a structured date (RFC 9745).',
    'openapi',
    {
      'shows pets with bare seconds as the Deprecation': withSunset({ deprecation: '1767225600' }),
    },
  ),
  ...breaking('What the service does: the service is an HTTP/JSON API.', 'openapi', {
    'shows pets in broken JSON': (usual) => ({
      getPet: async (call) => ({ ...(await usual.getPet(call)), body: "{name: 'Rex'}" }),
    }),
  }),
]

/** Replaces headers; none is sent where the list of its values is empty. */
function withSunset(headers: Record<string, string | []>): Deviation {
  return (usual) => ({ getPet: async (call) => withHeaders(await usual.getPet(call), headers) })
}
