// The import rules: which modules may import which modules and packages. `npm run lint` checks every import of src and test
// against these tables: static imports, dynamic imports, and imports of types.

/** Each module, which is a folder of src, and the modules that it may import by their index.ts. */
export const MODULES = {
  spec: [],
  input: [],
  shell: [],
  node: ['spec', 'input'],
  core: ['spec', 'input'],
  control: ['spec', 'input', 'core'],
  msw: ['spec', 'core', 'control'],
  server: ['spec', 'input', 'node', 'core', 'control'],
  client: ['spec'],
  contract: ['spec', 'input', 'node'],
  verify: ['spec', 'input', 'shell', 'node', 'contract'],
  traffic: ['spec', 'input', 'node', 'contract'],
  cli: ['spec', 'input', 'shell', 'node', 'core', 'server', 'contract', 'verify', 'traffic', 'control-client', 'mcp'],
  // It imports only types of core, because it controls a mock in another process.
  'control-client': ['spec', 'core'],
  mcp: ['spec', 'input', 'shell', 'control-client', 'verify'],
  playwright: ['spec', 'control-client', 'server'],
  vite: ['core', 'server'],
  // It uses only the control API, over HTTP.
  panel: ['spec', 'shell', 'control-client'],
}

/** The modules that may import modules of Node.js. */
const ON_NODE = ['node', 'contract', 'verify', 'traffic', 'server', 'cli', 'mcp', 'vite']

/** Each package, and the modules, folders and files that may import it, except those after a "!". Others may not be imported. */
const PACKAGES = {
  '@cfworker/json-schema': ['input', 'contract'],
  '@modelcontextprotocol/server': ['mcp'],
  '@preact/signals': ['panel'],
  '@mswjs/data': ['core/sandbox/order-store.ts'],
  '@pact-foundation/pact': ['verify/pact'],
  '@playwright/test': ['playwright'],
  '@stoplight/prism-http': ['server/extra-operations'],
  commander: ['cli'],
  // Additional operations respond without Express.
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

/** Files inside modules that tests import, with the reasons. */
const OPEN_TO_TESTS = [
  // An entry point of the package.
  'msw/panel.ts',
  // The effect of --validate on a mock that the test has created.
  'cli/serve.ts',
  // Tests simulate a failing disk.
  'server/persistence/data-folder.ts',
  // Each place of a stored state is made wrong in turn: a folder for each would take minutes.
  'server/persistence/state-file.ts',
  // All kinds of invalid keys: a report shows few of them.
  'verify/model/sequences/credentials.ts',
  'verify/model/sequences/key-kinds.ts',
  'verify/curl.ts',
  'verify/secrets.ts',
]

export default {
  forbidden: [
    {
      name: 'a module is imported by its index.ts',
      severity: 'error',
      from: { path: '^src/([^/]+)/' },
      to: { path: '^src/', pathNot: ['^src/$1/', '^src/[^/]+/index\\.ts$'] },
    },
    {
      name: 'a test imports a module by its index.ts',
      severity: 'error',
      from: { path: '^test/' },
      to: { path: '^src/', pathNot: ['^src/[^/]+/(index|public)\\.ts$', below(OPEN_TO_TESTS)] },
    },
    {
      name: 'public.ts is for users of the package',
      severity: 'error',
      // The index.ts of a module may re-export it.
      from: { path: '^src/', pathNot: '^src/[^/]+/index\\.ts$' },
      to: { path: '^src/[^/]+/public\\.ts$' },
    },
    ...Object.entries(MODULES).map(([module, open]) => ({
      name: `${module} may import ${open.join(', ') || 'no other module'}`,
      severity: 'error',
      from: { path: below([module]) },
      to: { path: '^src/', pathNot: below([module, ...open]) },
    })),
    {
      name: 'a module is listed in MODULES',
      severity: 'error',
      from: { path: '^src/', pathNot: below(Object.keys(MODULES)) },
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
      name: `modules of Node.js are imported only in ${ON_NODE.join(', ')}`,
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
      name: 'imports are not circular',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true },
    },
    {
      name: 'imports between folders are not circular',
      severity: 'error',
      scope: 'folder',
      from: { path: '^src/' },
      to: { circular: true },
    },
    {
      name: 'an imported file exists',
      severity: 'error',
      from: { path: '^src/' },
      // The build creates virtual modules.
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

/** Matches these files, and the files in these modules and folders. */
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
