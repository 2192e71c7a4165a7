// Builds the panel and the API reference into dist/panel. Like `tsc -b` it does nothing while nothing has changed, so
// that a build in passing neither costs a second nor takes the page away from a server that is serving it.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../src/panel/', import.meta.url))
const lockFile = fileURLToPath(new URL('../package-lock.json', import.meta.url))
const target = fileURLToPath(new URL('../dist/panel', import.meta.url))

if (!isUpToDate()) {
  const { build } = await import('vite')
  await build({
    configFile: false,
    root: source,
    base: '/__panel/',
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: target,
      emptyOutDir: true,
      target: 'es2022',
      // The page's policy lets nothing be inlined.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: [join(source, 'index.html'), join(source, 'reference.html')] },
    },
  })
}

function isUpToDate() {
  const page = join(target, 'index.html')
  if (!existsSync(page)) return false
  const files = readdirSync(source, { recursive: true, withFileTypes: true })
  const sources = [lockFile, ...files.map(({ parentPath, name }) => join(parentPath, name))]
  const builtMs = statSync(page).mtimeMs
  return sources.every((path) => statSync(path).mtimeMs < builtMs)
}
