import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../cli/command.js'
import { CYPRESS, makeRecipeProject, runTool, tsconfig } from './recipe-project.js'

const TSCONFIG = tsconfig(['cypress.config.ts', 'cypress'], {
  target: 'ES2022',
  lib: ['ES2022', 'ESNext.Disposable', 'DOM', 'DOM.Iterable'],
  types: ['cypress'],
})

/** Loads the configuration as Cypress does, lets it prepare a run, and says what `cy.request` of the recipe would get. */
const TRY_CONFIG = `
import config from './config-to-try.ts'
const listeners = {}
await config.e2e.setupNodeEvents((event, listener) => (listeners[event] = listener), config)
const mock = \`http://127.0.0.1:\${process.argv[2]}/__mock\`
const init = { method: 'POST', body: JSON.stringify({ scenario: 'pending' }) }
const response = await fetch(mock + '/sandboxes', init)
console.log(response.status, Object.keys(await response.json()).includes('apiKey'))
await listeners['after:run']()
console.log(await fetch(mock).then(({ status }) => status, () => 'closed'))
process.exit()
`

const folder = await makeRecipeProject('Cypress', {
  packages: CYPRESS,
  fromPage: ['cypress.config.ts', 'cypress/e2e/orders.cy.ts'],
  files: { 'tsconfig.json': TSCONFIG, 'try-config.ts': TRY_CONFIG },
})

test('the configuration and the spec of Cypress have the types of the package', async () => {
  await expect(runTool(folder, 'tsc', '--project', '.')).resolves.toBe('')
})

test('the configuration of Cypress starts a mock, and ends it after the run', async () => {
  // Port 4010 may be taken by a mock that somebody is using.
  const port = String(await freePort())
  const config = await readFile(join(folder, 'cypress.config.ts'), 'utf8')
  await writeFile(join(folder, 'config-to-try.ts'), config.replace('4010', port))
  await expect(runTool(folder, 'tsx', 'try-config.ts', port)).resolves.toBe('201 true\nclosed\n')
})
