import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCommand } from './command.js'

test('the title of a scenario cannot steer a terminal or a CI log', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'orders-scenarios-'))
  await writeFile(join(folder, 'a.yaml'), String.raw`title: "\e[2Jx ##[error]y \u202ez"`)
  const { code, stdout } = await runCommand(['scenarios', folder])
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(/\na +- +- +- {2}\ufffd\[2Jx # #\[error\]y \ufffdz\n$/) as string,
  })
})
