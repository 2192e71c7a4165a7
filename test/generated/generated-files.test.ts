import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generatedFiles, textOf } from './generated-files.js'

test('every generated file is what `npm run generate` would write', async () => {
  const stale: string[] = []
  for (const file of generatedFiles) {
    const committed = readFileSync(new URL(`../../${file.path}`, import.meta.url), 'utf8')
    if (committed !== (await textOf(file))) stale.push(file.path)
  }
  expect(stale).toEqual([])
})
