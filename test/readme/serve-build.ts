import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import express from 'express'
import { listen, stopListening } from '../../src/node/index.js'

/** Builds a project of Vite for an environment, as its users do, and serves it with the service worker of msw. */
export async function serveBuild(
  folder: string,
  variables: Readonly<Record<string, string>>,
): Promise<AsyncDisposable & { address: string; outDir: string }> {
  await mkdir('dist/examples', { recursive: true })
  const outDir = await mkdtemp(join(process.cwd(), 'dist/examples/build-'))
  const env = { ...process.env, ...variables, NODE_ENV: 'production' }
  const args = ['node_modules/vite/bin/vite.js', 'build', folder, '--outDir', outDir, '--logLevel', 'warn']
  await promisify(execFile)(process.execPath, args, { env })
  const require = createRequire(import.meta.url)
  await copyFile(require.resolve('msw/mockServiceWorker.js'), join(outDir, 'mockServiceWorker.js'))
  const server = createServer(express().use(express.static(outDir)))
  const address = await listen(server, { host: '127.0.0.1', port: 0 })
  return {
    address,
    outDir,
    [Symbol.asyncDispose]: async () => {
      await stopListening(server)
      await rm(outDir, { recursive: true })
    },
  }
}
