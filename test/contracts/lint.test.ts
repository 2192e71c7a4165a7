import { fileURLToPath } from 'node:url'
import { createConfig, lint } from '@redocly/openapi-core'
import { expect, test } from 'vitest'

const contracts = fileURLToPath(new URL('../../contracts/', import.meta.url))

test.each(['openapi.yaml', 'control-api.yaml'])('%s passes every rule that the linter recommends', async (file) => {
  const problems = await lint({
    ref: contracts + file,
    config: await createConfig({ extends: ['recommended-strict'] }),
  })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})
