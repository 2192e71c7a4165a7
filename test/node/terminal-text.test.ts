import { expect, test } from 'vitest'
import { painter, printable, printableJson, printableLines } from '../../src/node/index.js'

test.each([
  ['escape sequences', '\u001b[31mred\u009b0m', '\ufffd[31mred\ufffd0m'],
  ['line breaks', 'one\r\ntwo\u0085\u2028\u2029', 'one\ufffd\ufffdtwo\ufffd\ufffd\ufffd'],
  ['characters that reverse the line', '\u202egpj.exe\u2066', '\ufffdgpj.exe\ufffd'],
])('%s do not reach the terminal', (_, text, shown) => {
  expect(printable(text)).toBe(shown)
})

test.each([
  ['GitHub', '::error::x', ': :error::x'],
  ['GitHub, after white space', '\u00a0 ::add-mask::x', '\u00a0 : :add-mask::x'],
  ['GitHub, as Azure', 'a ##[error]x', 'a # #[error]x'],
  ['Azure', '##vso[task.setvariable]x', '# #vso[task.setvariable]x'],
  ['TeamCity', "##teamcity[buildStop comment='x']", "# #teamcity[buildStop comment='x']"],
  ['GitLab', '\u001b[0Ksection_start:1:x\r\u001b[0K', '\ufffd[0Ksection_start:1:x\ufffd\ufffd[0K'],
])('no command of a CI job stands in a line: %s', (_, text, shown) => {
  expect(printable(text)).toBe(shown)
  expect(JSON.parse(printableJson(JSON.stringify({ text })))).toEqual({ text })
  expect(printableLines(`a\n${text}`)).toBe(`a\n${shown}`)
})

test('other text is printed as it is', () => {
  expect(printable('Zoë – 犬 🐕')).toBe('Zoë – 犬 🐕')
})

test('a painter colours only for a terminal that shows colours', () => {
  expect(painter({ colors: true })('red', 'no')).toBe('\u001b[31mno\u001b[39m')
  expect(painter({ colors: false })('red', 'no')).toBe('no')
})
