import { pack } from '../npm-project.js'
import { CACHE, installPlatform, installProject } from './installations.js'
import { PEERS, PLATFORMS } from './platforms.js'
import { type Cell, checkFacts, verifyMock } from './cells.js'

// `npm run test:matrix [platform ...]`: the facts of the faces, and a verification of the mock, on every platform with
// every set of peers.

const wanted = process.argv.slice(2)
const platforms = PLATFORMS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))
const { tarball } = await pack(CACHE)
const projects = []
for (const peers of PEERS) projects.push(await installProject(tarball, peers))

let failures = 0
for (const platform of platforms) {
  const runtime = await installPlatform(platform)
  for (const project of projects) {
    const started = performance.now()
    const cells = [await checkFacts(runtime, project), await verifyMock(runtime, project)]
    const seconds = `${Math.round((performance.now() - started) / 1000)} s`.padStart(5)
    const name = `${platform.name} ${runtime.version}`.padEnd(15)
    console.log([name, ...cells.map(({ summary }) => summary), seconds].join('  '))
    for (const line of cells.flatMap(({ failed }: Cell) => failed)) {
      console.log(`    ${line}`)
      failures += 1
    }
  }
}
console.log(failures === 0 ? '\nAll is well.' : `\nFailures: ${failures}`)
process.exitCode = failures === 0 ? 0 : 1
