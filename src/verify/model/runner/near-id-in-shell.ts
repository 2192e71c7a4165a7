import { expression, type ShellText } from '../../script/shell-text.js'
import type { Misreading, Nearness } from '../sequences/near-id.js'

type InShell = (name: string, id: bigint) => ShellText

/** How the shell makes an id that comes near another, or a text that is misread as one. */
const IN_SHELL: Readonly<Record<Nearness | Misreading, InShell>> = {
  'one more': computed((id) => `${id} + 1`),
  'one less': computed((id) => `${id} - 1`),
  'two more': computed((id) => `${id} + 2`),
  'two less': computed((id) => `${id} - 2`),
  'as a double': (name, id) => computed(() => roundedToDouble(name, id))(name, id),
  'plus 2^16': computed((id) => `${id} + 65536`),
  'plus 2^32': computed((id) => `${id} + 4294967296`),
  'with the other sign': computed((id) => `-(${id})`),
  'without its last digit': computed((id) => `${id} / 10`),
  'without its first digit': (name, id) => (id < 0n ? [] : computed((digits) => `10#0\${${digits}#?}`)(name, id)),
  'its last digit': computed((id) => `${id} % 10`),
  'its last two digits': computed((id) => `${id} % 100`),
  'with one more digit': computed((id) => `${id} * 10`),
  // The list is the same on a provider that starts anew.
  'its place from 0': () => [],
  'its place from 1': () => [],
  'its place from the end': () => [],
  'followed by a letter': (name) => [expression(`\${${name}}x`)],
  'plus 2^64': (name) => [expression(plus2To64(name))],
  'followed by a percent sign': (name) => [expression(`\${${name}}`), '%25'],
  'with a percent sign for its last digit': (name) => [expression(`\${${name}%?}`), '%25'],
  'with an underscore for its last digit': (name) => [expression(`\${${name}%?}`), '_'],
  'with an asterisk for its last digit': (name) => [expression(`\${${name}%?}`), '*'],
  'in a list of two': (name) => ['0,', expression(`\${${name}}`)],
  'as an alternative in SQL': (name) => ['0%20OR%20id=', expression(`\${${name}}`)],
}

/** `undefined` if the id does not come from the other one's digits. */
export function nearIdInShell(by: Nearness | Misreading, id: bigint): ((name: string) => ShellText) | undefined {
  return IN_SHELL[by]('id', id).length === 0 ? undefined : (name) => IN_SHELL[by](name, id)
}

/** How the shell cuts an id out of the text of another, or adds to it; `undefined` if it is no part of it. */
export function alikeIdInShell(id: bigint, alike: bigint): ((name: string) => ShellText) | undefined {
  const [text, other] = [`${id}`, `${alike}`]
  if (other.startsWith(text)) return (name) => [expression(`\${${name}}`), other.slice(text.length)]
  const at = text.indexOf(other)
  if (at === -1) return undefined
  const start = at + other.length === text.length ? ` -${other.length}` : `${at}:${other.length}`
  return (name) => [expression(`\${${name}:${start}}`)]
}

function computed(formula: (name: string) => string): InShell {
  return (name) => [expression(`$((${formula(name)}))`)]
}

// Doubles of this size are multiples of a power of two; a tie goes to the even multiple.
function roundedToDouble(name: string, id: bigint): string {
  const bits = (id < 0n ? -id : id).toString(2).length
  if (bits <= 53) return name
  const unit = 2n ** BigInt(bits - 53)
  return `(${name} + ${unit / 2n - 1n} + (${name} / ${unit} & 1)) / ${unit} * ${unit}`
}

// Beyond what the shell can add: the last ten digits and those before them, by themselves.
function plus2To64(name: string): string {
  const low = `(${name} + 3709551616)`
  return `$(printf '%d%010d' $((${low} / 10000000000 + 1844674407)) $((${low} % 10000000000)))`
}
