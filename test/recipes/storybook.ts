import { createServer } from 'node:http'
import { join } from 'node:path'
import express from 'express'
import { chromium, type Page } from 'playwright-core'
import { OrdersMock } from '../../src/core/index.js'
import { listen, stopListening } from '../../src/node/index.js'
import { CHROMIUM_FLAGS, chromiumPath, missingChromium } from '../chromium.js'
import { fileNamed, readmeBlocks } from '../readme/readme-blocks.js'
import { STORYBOOK } from './packages.js'
import type { Recipe } from './recipe.js'
import { runTool } from './run-tool.js'

const STOREFRONT = `
import { OrdersClient } from 'orders-mock/client'
import { useEffect, useState } from 'react'

const client = new OrdersClient({ baseUrl: '/v1', apiKey: 'test-key', ids: 'string' })

export function Storefront() {
  const [text, setText] = useState('Loading …')
  useEffect(() => {
    client.listOrders().then(
      (orders) => setText(\`Orders: [\${orders.map(({ id }) => id)}]\`),
      (error: Error) => setText(error.message),
    )
  }, [])
  return <p role="status">{text}</p>
}
`

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2023',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: [],
    module: 'ESNext',
    moduleResolution: 'Bundler',
    allowImportingTsExtensions: true,
    jsx: 'react-jsx',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
  },
  include: ['src', '.storybook'],
}

const STORIES = 'src/storefront.stories.tsx'

export const storybook: Recipe = {
  name: 'Storybook',
  packages: STORYBOOK,
  fromPage: ['.storybook/main.ts', '.storybook/preview.ts', STORIES],
  files: { 'src/storefront.tsx': STOREFRONT, 'tsconfig.json': JSON.stringify(TSCONFIG) },
  checks: [
    {
      name: 'its files have the types of the packages',
      run: async (folder) => void (await runTool(folder, 'tsc', '--project', '.')),
    },
    {
      name: 'each story, one after the other in Chromium, shows its orders, and has them anew',
      impossible: missingChromium,
      run: async (folder) => {
        await runTool(folder, 'msw', 'init', 'public', '--save')
        await runTool(folder, 'storybook', 'build', '--quiet', '--output-dir', 'built')
        await openStories(join(folder, 'built'))
      },
    },
  ],
}

/** Walks through the stories twice, in one page: no story may leave anything to the next. */
async function openStories(built: string): Promise<void> {
  const server = createServer(express().use(express.static(built)))
  const address = await listen(server, { host: '127.0.0.1', port: 0 })
  const browser = await chromium.launch({ executablePath: chromiumPath ?? '', args: CHROMIUM_FLAGS })
  try {
    const page = await browser.newPage()
    await page.goto(address)
    const stories = storiesOfRecipe()
    if (stories.length === 0) throw new Error('The recipe has no story.')
    for (const story of [...stories, ...stories]) await expectStory(page, story)
  } finally {
    await browser.close()
    await stopListening(server)
  }
}

interface Story {
  readonly name: string
  readonly scenario: string
}

function storiesOfRecipe(): Story[] {
  const code = fileNamed(readmeBlocks('fixtures/recipes.md'), STORIES)
  return [...code.matchAll(/^export const (\w+) = storyOf\('(.+)'\)$/gm)].map(([, name = '', scenario = '']) => ({
    // As Storybook writes it.
    name: name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' '),
    scenario,
  }))
}

async function expectStory(page: Page, { name, scenario }: Story): Promise<void> {
  const orders = new OrdersMock({ scenario }).sandbox().orders.all()
  await page.getByRole('link', { name, exact: true }).click()
  const frame = page.frameLocator('#storybook-preview-iframe')
  const expected = frame.getByText(`Orders: [${orders.map(({ id }) => id).join()}]`, { exact: true })
  await expected.waitFor().catch(async () => {
    throw new Error(`${name} shows ${await frame.locator('body').innerText()}`)
  })
  const pending = orders.find(({ status }) => status === 'pending')
  if (pending === undefined) return
  const status = await expected.evaluate(async (_, id) => {
    const init = { method: 'DELETE', headers: { authorization: 'Bearer test-key' } }
    return (await fetch(`/v1/store/orders/${id}`, init)).status
  }, String(pending.id))
  if (status !== 204) throw new Error(`${name}: order ${pending.id} cannot be cancelled: ${status}`)
}
