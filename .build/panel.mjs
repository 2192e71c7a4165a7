import { gzipSync } from 'node:zlib'
import { yaml } from './yaml.mjs'

/** What is loaded later has no further files to preload, for which Vite adds half a kilobyte of code. */
const plainImports = {
  name: 'plain imports',
  enforce: 'pre',
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load()',
  },
}

/** The page of the panel and of the reference. */
export const panel = {
  configFile: false,
  root: 'src/panel',
  base: '/__panel/',
  publicDir: false,
  logLevel: 'warn',
  plugins: [yaml(), plainImports],
  build: {
    write: false,
    // Browsers without nesting in style sheets have no `light-dark()` either.
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The page's policy lets nothing be inlined.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: 'src/panel/index.html',
      // It does not say so itself, and not all of it is needed.
      treeshake: { moduleSideEffects: [{ test: /node_modules.yaml/, sideEffects: false }] },
    },
  },
}

const NAME = 'virtual:panel-page'

/** Builds the panel, without reference and YAML, as one page for `orders-mock/msw/panel`: compressed, and in base64. */
export function panelPage() {
  return {
    name: 'panel page',
    resolveId: { filter: { id: new RegExp(`^${NAME}$`) }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: new RegExp(`^\0${NAME}$`) },
      handler: async () => {
        page ??= makePage()
        return `export const panelPage = '${gzipSync(await page, { level: 9 }).toString('base64')}'`
      },
    },
  }
}

/** Built once for all forms of the entry point. */
let page

async function makePage() {
  const { build } = await import('vite')
  const rolldownOptions = {
    ...panel.build.rolldownOptions,
    external: ['yaml', /reference-page/],
    output: { codeSplitting: false },
  }
  const { output } = await build({ ...panel, build: { ...panel.build, rolldownOptions } })
  const textOf = (ending) => {
    const file = output.find(({ fileName }) => fileName.endsWith(ending))
    return file.code ?? file.source
  }
  const script = textOf('.js').replaceAll('</script', String.raw`<\/script`)
  return textOf('.html')
    .replace(/<script\b.*?<\/script>/s, '')
    .replace(/<link rel="stylesheet".*?>/s, () => `<style>${textOf('.css')}</style>`)
    .replace('</body>', () => `<script type="module">${script}</script></body>`)
}
