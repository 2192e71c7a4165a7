/** What is nearly a good `Authorization`. */
export function nearKeys(key: string): (string | undefined)[] {
  const cut = [key.slice(0, 4), key.slice(0, 8), key.slice(0, -1)]
  const changed = [
    key.toLowerCase(),
    `${key.slice(0, -1)}~`,
    `~${key.slice(1)}`,
    `${key}x`,
    `x${key}`,
    `x,${key}`,
    `"${key}"`,
    `${key},x`,
    btoa(key),
    `%${key.charCodeAt(0).toString(16)}${key.slice(1)}`,
    key.replaceAll('-', '.'),
    key.replaceAll('-', ''),
  ]
  const wrong = ['wrong', '', 'undefined', `${key.slice(0, 8)}~~~~`, `~~~~${key.slice(-8)}`, `${key.slice(0, -4)}~~~~`]
  const schemes = [
    'NoBearer',
    'xBearer',
    'x Bearer',
    'Basic',
    'Token',
    'ApiKey',
    'Digest',
    'Bear',
    'Bearers',
    'Bearer:',
  ]
  const bearers = [...cut, ...changed, ...wrong].map((token) => `Bearer ${token}`)
  const others = schemes.map((name) => `${name} ${key}`)
  return [
    undefined,
    '',
    'Bearer',
    key,
    `Bearer${key}`,
    `Basic ${btoa(key)}`,
    `Basic ${btoa(`:${key}`)}`,
    `Bearer ${key} x`,
    ...others,
    ...bearers,
  ]
}
