const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
])

/**
 * The header fields that an intermediary passes on, in their order and spelling (RFC 9110, section 7.6.1): all but
 * those that speak of one connection, and those that `Connection` names.
 *
 * @param rawHeaders names and values in turn, as Node gives them
 */
export function endToEndHeaders(rawHeaders: readonly string[]): [name: string, value: string][] {
  const fields = pairs(rawHeaders)
  const named = fields
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.split(',').map((option) => option.trim().toLowerCase()))
  const dropped = new Set([...HOP_BY_HOP, ...named])
  return fields.filter(([name]) => !dropped.has(name.toLowerCase()))
}

function pairs(rawHeaders: readonly string[]): [name: string, value: string][] {
  const found: [string, string][] = []
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) found.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? ''])
  return found
}
