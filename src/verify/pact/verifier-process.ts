import { createRequire } from 'node:module'

// A separate program: Pact's native verifier writes to the standard output of its process, where nothing in JavaScript
// can stop it, and would spoil the reports.

type PactCore = { readonly default: { verifyPacts(options: object): Promise<string> } }

// The relay is on this machine, and the job says what to verify: neither a proxy nor a filter is wanted.
for (const name of Object.keys(process.env)) {
  if (/^(?:PACT_.*|https?_proxy|all_proxy)$/i.test(name)) delete process.env[name]
}
process.env['PACT_DO_NOT_TRACK'] = 'true'
// The relay speaks plain HTTP. For each request Pact's verifier would read all certificates of the system, which takes
// longer than all else that it does. It needs one, and is given the file with it.
for (const name of ['SSL_CERT_FILE', 'SSL_CERT_DIR']) process.env[name] = process.argv[2]

// Pact's own package puts a proxy before the provider, which parses and rewrites bodies; the package below it has none.
const { resolve } = createRequire(import.meta.url)
const { default: core } = createRequire(resolve('@pact-foundation/pact'))('@pact-foundation/pact-core') as PactCore

process.on('message', (options: object) => {
  void core
    .verifyPacts(options)
    .catch((error: Error) => error.message)
    .then((report) => process.send?.(report))
})
process.on('disconnect', () => process.exit())
// Ctrl+C, `timeout` and a terminal that is closed signal the whole group. The process that gave the job ends this one,
// once its report is written.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
