import { createServer } from 'node:http'
import { join } from 'node:path'
import express from 'express'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { OrdersMock } from '../../src/core/index.js'
import { missingChromium, openPage } from '../chromium.js'
import { listening } from '../listening.js'
import { fileNamed, readmeBlocks } from '../readme/readme-blocks.js'
import { STORYBOOK, makeRecipeProject, runTool, tsconfig } from './recipe-project.js'

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

const TSCONFIG = tsconfig(['src', '.storybook'], {
  target: 'ES2023',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  types: [],
  allowImportingTsExtensions: true,
  jsx: 'react-jsx',
})

const STORIES = 'src/storefront.stories.tsx'

const folder = await makeRecipeProject('Storybook', {
  packages: STORYBOOK,
  fromPage: ['.storybook/main.ts', '.storybook/preview.ts', STORIES],
  files: { 'src/storefront.tsx': STOREFRONT, 'tsconfig.json': TSCONFIG },
})

test('the files for Storybook have the types of the packages', async () => {
  await expect(runTool(folder, 'tsc', '--project', '.')).resolves.toBe('')
})

test('each story, one after the other in Chromium, shows its orders, afresh', async ({ skip }) => {
  skip(missingChromium !== undefined, missingChromium)
  await runTool(folder, 'msw', 'init', 'public', '--save')
  await runTool(folder, 'storybook', 'build', '--quiet', '--output-dir', 'built')
  const address = await listening(createServer(express().use(express.static(join(folder, 'built')))))
  const page = await openPage(address)
  const stories = storiesOfRecipe()
  expect(stories).not.toEqual([])
  // Twice, in one page: no story may leave anything to the next.
  for (const story of [...stories, ...stories]) await expectStory(page, story)
})

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
  await expected.waitFor()
  const pending = orders.find(({ status }) => status === 'pending')
  if (pending === undefined) return
  const status = await expected.evaluate(async (_, id) => {
    const init = { method: 'DELETE', headers: { authorization: 'Bearer test-key' } }
    return (await fetch(`/v1/store/orders/${id}`, init)).status
  }, String(pending.id))
  expect({ name, id: pending.id, status }).toEqual({ name, id: pending.id, status: 204 })
}
