// Which room may enter which, and what may be imported where. `npm run lint` holds every import of src and test against
// these tables: static and dynamic ones, and those of types alone.

/** Each room, and the rooms whose doors stand open to it. A door is a room's index.ts. */
export const ROOMS = {
  spec: [],
  input: [],
  shell: [],
  node: ['input'],
  core: ['spec', 'input'],
  control: ['spec', 'input', 'core'],
  msw: ['spec', 'core', 'control'],
  server: ['spec', 'input', 'node', 'core', 'control'],
  client: ['spec'],
  contract: ['spec', 'input', 'node'],
  verify: ['spec', 'input', 'shell', 'node', 'contract'],
  traffic: ['spec', 'input', 'node', 'contract'],
  cli: ['spec', 'input', 'shell', 'node', 'core', 'server', 'contract', 'verify', 'traffic', 'control-client', 'mcp'],
  // It imports types of core: what runs there is a mock, and this is for one elsewhere.
  'control-client': ['spec', 'core'],
  mcp: ['spec', 'input', 'shell', 'control-client', 'verify'],
  playwright: ['spec', 'control-client', 'server'],
  vite: ['core', 'server'],
  // It knows the control API alone, over HTTP.
  panel: ['spec', 'shell', 'control-client'],
}

/** The rooms that may import modules of Node. */
const ON_NODE = ['node', 'contract', 'verify', 'traffic', 'server', 'cli', 'mcp', 'vite']

/** Each package, and the rooms, folders and files that may import it, less those after a "!". Others may not be imported. */
const PACKAGES = {
  '@cfworker/json-schema': ['input', 'contract'],
  '@modelcontextprotocol/server': ['mcp'],
  '@preact/signals': ['panel'],
  '@mswjs/data': ['core/sandbox/order-store.ts'],
  '@pact-foundation/pact': ['verify/pact'],
  '@playwright/test': ['playwright'],
  '@stoplight/prism-http': ['server/extra-operations'],
  commander: ['cli'],
  // The operations of a description of one's own are answered before Express.
  express: ['server', '!server/extra-operations'],
  'fast-check': ['verify/model'],
  'fastest-levenshtein': ['input', 'cli'],
  'http-proxy-agent': ['contract'],
  'https-proxy-agent': ['contract'],
  'lossless-json': ['spec'],
  msw: ['msw'],
  'p-limit': ['verify'],
  preact: ['panel'],
  vite: ['vite'],
  yaml: ['node', 'contract', 'server', 'traffic', 'mcp', 'panel'],
  zod: ['mcp'],
}

/** What tests import from inside a room, and why. */
const OPEN_TO_TESTS = [
  // An entry of the package.
  'msw/panel.ts',
  // What --validate does, for a mock that the test holds in its hands.
  'cli/serve.ts',
  // Its disk can be made to fail.
  'server/persistence/data-folder.ts',
  // Whatever key a request carries, and however it is wrong: a report shows few of them.
  'verify/model/sequences/key-kinds.ts',
  'verify/script/curl.ts',
  'verify/secrets.ts',
]

export default {
  forbidden: [
    {
      name: 'a room is entered by its index.ts',
      severity: 'error',
      from: { path: '^src/([^/]+)/' },
      to: { path: '^src/', pathNot: ['^src/$1/', '^src/[^/]+/index\\.ts$'] },
    },
    {
      name: 'a test enters a room by its index.ts',
      severity: 'error',
      from: { path: '^test/' },
      to: { path: '^src/', pathNot: ['^src/[^/]+/(index|public)\\.ts$', below(OPEN_TO_TESTS)] },
    },
    {
      name: 'public.ts is for users of the package',
      severity: 'error',
      // What is published may be part of what other rooms get.
      from: { path: '^src/', pathNot: '^src/[^/]+/index\\.ts$' },
      to: { path: '^src/[^/]+/public\\.ts$' },
    },
    ...Object.entries(ROOMS).map(([room, open]) => ({
      name: `${room} may enter ${open.join(', ') || 'no other room'}`,
      severity: 'error',
      from: { path: below([room]) },
      to: { path: '^src/', pathNot: below([room, ...open]) },
    })),
    {
      name: 'a room is listed in ROOMS',
      severity: 'error',
      from: { path: '^src/', pathNot: below(Object.keys(ROOMS)) },
      to: {},
    },
    ...Object.entries(PACKAGES).flatMap(([name, places]) => packageRules(name, places)),
    {
      name: 'a package is listed in PACKAGES',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: 'node_modules/', pathNot: Object.keys(PACKAGES).map(filesOf) },
    },
    {
      name: `modules of Node are imported only in ${ON_NODE.join(', ')}`,
      severity: 'error',
      from: { path: '^src/', pathNot: below(ON_NODE) },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'only cli/main.ts touches process',
      severity: 'error',
      from: { path: '^src/', pathNot: below(['cli/main.ts']) },
      to: { path: '^(node:)?process$' },
    },
    {
      name: 'imports run in no circle',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true },
    },
    {
      name: 'what is imported is there',
      severity: 'error',
      from: { path: '^src/' },
      // The build makes what is virtual.
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import'] },
  },
}

function packageRules(name, places) {
  const inside = places.filter((place) => !place.startsWith('!'))
  const outside = places.filter((place) => place.startsWith('!')).map((place) => place.slice(1))
  const rule = {
    name: `${name} is imported only in ${places.join(', ').replaceAll('!', 'not ')}`,
    severity: 'error',
    to: { path: filesOf(name) },
  }
  return [
    { ...rule, from: { path: '^src/', pathNot: below(inside) } },
    ...(outside.length > 0 ? [{ ...rule, from: { path: below(outside) } }] : []),
  ]
}

/** Matches what is in these rooms and folders, or is one of these files. */
function below(places) {
  return `^src/(${places.map(escaped).join('|')})(/|$)`
}

/** Matches the files of a package and of its types. */
function filesOf(name) {
  return `node_modules/(@types/)?${escaped(name)}/`
}

function escaped(text) {
  return text.replaceAll('.', '\\.')
}
