import { builtinModules } from 'node:module'
import { relative, resolve } from 'node:path'
import { esmExternalRequirePlugin } from 'rolldown/plugins'
import { dts } from 'rolldown-plugin-dts'
import { leaveOut } from './leave-out.mjs'
import { panelPage } from './panel.mjs'
import { yaml } from './yaml.mjs'

const ROOT = resolve(import.meta.dirname, '..')

/** The entry points for users, by name. */
export const ENTRIES = {
  index: 'src/core/public.ts',
  server: 'src/server/public.ts',
  msw: 'src/msw/index.ts',
  'msw-panel': 'src/msw/panel.ts',
  client: 'src/client/index.ts',
  verify: 'src/verify/public.ts',
  control: 'src/control-client/index.ts',
  playwright: 'src/playwright/index.ts',
  vite: 'src/vite/index.ts',
}

/** Entry points for browsers have no CommonJS form. */
const FOR_BROWSERS = 'msw-panel'

/** The command, and the program that it starts as a separate process. */
const PROGRAMS = {
  'bin/main': 'src/cli/main.ts',
  'esm/pact-verifier': 'src/verify/pact/verifier-process.ts',
  'esm/prism-worker': 'src/server/extra-operations/prism-worker.ts',
}

/** Packages for Node alone. */
const PACKAGES = ['express', 'fast-check', 'yaml']
/** Modules that others share, each after the modules that it imports. */
const MODULES = ['spec', 'input', 'shell', 'node', 'core', 'control', 'contract', 'server', 'verify']

/** The optional peer dependencies; all other packages are bundled. */
const PEERS = /^(?:msw|@pact-foundation\/pact|@playwright\/test|vite|@stoplight\/prism-http)(?:\/|$)/

const COMMON = {
  platform: 'node',
  external: [PEERS, /^\.\.\/cjs\//],
  // The ES modules of packages that have them: what is not used of those stays out.
  resolve: { mainFields: ['module', 'main'] },
  transform: { target: 'es2023' },
  checks: { pluginTimings: false, circularDependency: false, mixedExports: false },
}

/** Chunks stand one folder below dist, so that a URL leads from each to the same place. */
const OUTPUT = {
  dir: 'dist',
  comments: false,
  // Names stay, for whoever reads a stack trace.
  minify: { compress: true, mangle: { keepNames: true }, codegen: true },
}

/** Packages that only Node loads are built in once, for ES modules and CommonJS alike. */
export const packages = {
  ...COMMON,
  input: Object.fromEntries(PACKAGES.map((name) => [`cjs/${name}`, name])),
  output: {
    ...OUTPUT,
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: 'cjs/packages-[name].cjs',
    minify: true,
  },
  plugins: [leaveOut()],
}

export const modules = {
  ...COMMON,
  // Else what browsers share with Node would begin by loading a module of Node.
  platform: 'neutral',
  input: { ...entriesIn('esm'), ...PROGRAMS },
  output: {
    ...OUTPUT,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'esm/[name].js',
    codeSplitting: {
      groups: MODULES.map((name, index) => ({ ...chunkOf(name, [name], MODULES.length - index), minShareCount: 2 })),
    },
  },
  plugins: [
    yaml(),
    panelPage(),
    keepPlaces(),
    leaveOut(),
    takePackages(),
    esmExternalRequirePlugin({ external: [...builtinModules, /^node:/] }),
  ],
}

/** For Jest, which loads nothing else without settings, and runs no import(): nothing is loaded later. */
export const commonJs = {
  ...COMMON,
  input: entriesIn('cjs'),
  output: {
    ...OUTPUT,
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: 'cjs/[name].cjs',
    dynamicImportInCjs: false,
    codeSplitting: {
      groups: [
        chunkOf('shared', ['spec', 'input', 'core', 'control', 'control-client'], 2),
        chunkOf('on-node', MODULES, 1),
      ],
    },
  },
  plugins: [yaml(), keepPlaces(), leaveOut(), takePackages()],
}

export const types = {
  ...COMMON,
  input: entriesIn('esm'),
  // Else imports stay that nothing uses any more.
  treeshake: { moduleSideEffects: false },
  output: {
    dir: 'dist',
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'esm/[name].js',
    // What needs the types of Node is apart, and what needs those of a peer is in its entry.
    codeSplitting: {
      groups: [
        { ...chunkOf('shared.d', ['spec', 'input', 'core', 'control-client'], 2), minShareCount: 2 },
        { ...chunkOf('on-node.d', ['server'], 1), minShareCount: 2 },
      ],
    },
  },
  plugins: [dts({ tsconfig: '.build/tsconfig.json', emitDtsOnly: true }), twinsForCommonJs()],
}

/** Each takes along what it imports and no other has taken. */
function chunkOf(name, folders, priority) {
  return { name, test: new RegExp(`/src/(?:${folders.join('|')})/${name === 'on-node' ? '|^\0cjs:' : ''}`), priority }
}

function entriesIn(folder) {
  const entries = Object.entries(ENTRIES).filter(([name]) => folder === 'esm' || name !== FOR_BROWSERS)
  return Object.fromEntries(entries.map(([name, path]) => [`${folder}/${name}`, path]))
}

/** Lets each module of ours believe that it is where its source is, whatever chunk it is in. */
function keepPlaces() {
  return {
    name: 'keep places',
    transform: {
      filter: { id: /\/src\/.+\.ts$/, code: 'import.meta.url' },
      handler: (code, id) => {
        const place = JSON.stringify(`../../${relative(ROOT, id)}`.replaceAll('\\', '/'))
        // Without String(), webpack takes the source for a file to copy, and does not find it in the package.
        return code.replaceAll('import.meta.url', `new URL(${place}, String(import.meta.url)).href`)
      },
    },
  }
}

/** What an ES module imports of a package that is built in as CommonJS. */
function takePackages() {
  return {
    name: 'take packages',
    resolveId: { filter: { id: new RegExp(`^(?:${PACKAGES.join('|')})$`) }, handler: (name) => `\0cjs:${name}` },
    load: {
      filter: { id: /^\0cjs:/ },
      handler: async (id) => {
        const name = id.slice('\0cjs:'.length)
        const names = Object.keys(await import(name)).filter((each) => !['default', 'module.exports'].includes(each))
        // Some are words of the language.
        return `import all from '../cjs/${name}.cjs'
          export default all.default ?? all
          const { ${names.map((each) => `${each}: $${each}`).join(', ')} } = all
          export { ${names.map((each) => `$${each} as ${each}`).join(', ')} }`
      },
    },
  }
}

/** Node can require() the newer peers, which are ES modules alone; a TypeScript that reports this finds their types. */
const MAY_BE_ES_MODULE = '// @ts-ignore TS1479'

/** The same declarations for require(). */
function twinsForCommonJs() {
  return {
    name: 'twins for CommonJS',
    generateBundle(_, bundle) {
      for (const { name, fileName, code } of Object.values(bundle)) {
        if (name.includes(FOR_BROWSERS)) continue
        const twin = code.replaceAll(/(from ["']\.\/[^"']+)\.js(?=["'])/g, '$1.cjs')
        const source = twin.replaceAll(/^import .+ from ["'](?!\.|node:)/gm, `${MAY_BE_ES_MODULE}\n$&`)
        this.emitFile({ type: 'asset', fileName: fileName.replace(/^esm(.+)\.ts$/, 'cjs$1.cts'), source })
      }
    },
  }
}
