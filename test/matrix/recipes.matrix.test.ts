import { expect, test } from 'vitest'
import { installProject, installRuntime } from './installations.js'
import { compile, EXAMPLE_COUNT, runExamples, WORKERS } from './recipes.js'

// The oldest msw on the lowest Node; the newest one has tests of its own.

const TOOLS = ['typescript@7', 'vite@6', 'vitest@4', 'happy-dom@21', '@types/node@20']

// The first time, hundreds of packages come from the registry.
const folder = await installProject(['msw@2.10.0', ...TOOLS])
const run = await installRuntime('node@20.19.0', folder)

test('the examples for Vitest pass with the oldest msw on Node 20', async () => {
  await expect(runExamples(run, folder)).resolves.toMatchObject({ success: true, numPassedTests: EXAMPLE_COUNT })
})

test('the recipes that start the worker of the oldest msw compile', async () => {
  await expect(compile(run, folder, WORKERS)).resolves.toBe('')
})
