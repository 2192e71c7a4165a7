import { rolldown, type RolldownPluginOption } from 'rolldown'
import { yaml } from '../.build/yaml.mjs'

/** How a test bundles what runs where Vitest does not. */
export interface BundleOptions {
  readonly platform: 'browser' | 'node'
  readonly external?: (string | RegExp)[]
  readonly plugins?: readonly RolldownPluginOption[]
  /** Whether what is imported later is a module of its own. Default: true. */
  readonly codeSplitting?: boolean
}

/** Tests are imported for what they do; package.json says that no module here does anything. */
const TESTS = [{ test: /\.test\.ts$/, sideEffects: true }]

/** The texts of the ES modules that a module and what it imports become, by their file names; the first is the module. */
export async function bundle(
  path: string,
  { platform, external = [], plugins = [], codeSplitting = true }: BundleOptions,
): Promise<Map<string, string>> {
  const input = { input: path, platform, external, plugins: [yaml(), ...plugins], logLevel: 'silent' as const }
  const options = { treeshake: { moduleSideEffects: TESTS }, transform: { target: 'es2022' } }
  await using bundled = await rolldown({ ...input, ...options })
  const { output } = await bundled.generate({ format: 'esm', codeSplitting })
  return new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code] as const] : [])))
}
