import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { startServer } from '../../src/server/index.js'
import { mustRun } from '../on-this-machine.js'
import { fillIn, test } from './panel-test.js'

/** The main views, and a button of each. To take a picture anew, delete its file and run this test. */
const VIEWS = {
  orders: ['/', 'Add order'],
  requests: ['/?view=requests', 'Request 1: GET /store/orders'],
  rules: ['/?view=rules', 'Add fault'],
  sandboxes: ['/?view=sandboxes', 'New sandbox'],
} as const

const NAMES = Object.keys(VIEWS) as (keyof typeof VIEWS)[]

/** So small that the letters of a machine's fonts make no difference, but a line that has moved does. */
const SIZE = { width: 360, height: 225 }
/** How much of a picture may differ, of 1: times of day do. */
const TOLERANCE = 0.012

/** Draws a picture in this size; its luminances are from 0 to 255. */
const DRAW = `async (png, { width, height }) => {
  const image = Object.assign(new Image(), { src: 'data:image/png;base64,' + png })
  await image.decode()
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const context = canvas.getContext('2d')
  Object.assign(context, { imageSmoothingQuality: 'high', filter: 'blur(2px) grayscale(1)' })
  context.drawImage(image, 0, 0, width, height)
  const luminances = context.getImageData(0, 0, width, height).data.filter((_, index) => index % 4 === 0)
  return { canvas, luminances }
}`

test.for(NAMES)('the view looks as its picture does, and as no other: %s', async (name, { open }) => {
  await using server = await startServer({ scenario: 'int64' })
  await fillIn(server)
  const [path, button] = VIEWS[name]
  const { page } = await open({ server, path })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: button }).first().waitFor()
  const taken = await page.screenshot()
  await page.goto('about:blank')
  if (!existsSync(pictureOf(name)) && !mustRun) await writeFile(pictureOf(name), await shrunk(page, taken))
  const alike: string[] = []
  for (const each of NAMES)
    if ((await difference(page, taken, await readFile(pictureOf(each)))) <= TOLERANCE) alike.push(each)
  expect(alike).toEqual([name])
})

function pictureOf(name: string): URL {
  return new URL(`pictures/${name}.png`, import.meta.url)
}

async function shrunk(page: Page, png: Buffer): Promise<Buffer> {
  const url = `(${DRAW})('${png.toString('base64')}', ${JSON.stringify(SIZE)}).then(({ canvas }) => canvas.toDataURL())`
  return Buffer.from(String(await page.evaluate(url)).split(',')[1] ?? '', 'base64')
}

/** How much of two pictures differs, of 1. */
async function difference(page: Page, one: Buffer, other: Buffer): Promise<number> {
  const both = [one, other].map((png) => `(${DRAW})('${png.toString('base64')}', ${JSON.stringify(SIZE)})`)
  const script = `Promise.all([${both.join()}]).then(([{ luminances: one }, { luminances: other }]) =>
    one.filter((luminance, index) => Math.abs(luminance - other[index]) > 16).length / one.length)`
  return Number(await page.evaluate(script))
}
