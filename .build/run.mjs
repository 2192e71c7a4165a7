// Runs a TypeScript program of the project: `node .build/run.mjs test/bench/bench.ts [arguments]`.
import { argv } from 'node:process'
import { runnerImport } from 'vite'
import { yaml } from './yaml.mjs'

const [program = ''] = argv.splice(2, 1)
await runnerImport(program, { plugins: [yaml()], oxc: { target: 'es2022' }, logLevel: 'error' })
