/** The value of a header, by its name in lower case, among names and values in turn; several values are joined (RFC 9110, section 5.3). */
export function headerOf(wanted: string, rawHeaders: readonly string[] = []): string | undefined {
  let all: string | undefined
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length !== wanted.length || name.toLowerCase() !== wanted) continue
    const value = rawHeaders[index + 1] ?? ''
    all = all === undefined ? value : `${all}, ${value}`
  }
  return all
}

/**
 * The headers that let a page of any origin read a response (Fetch standard, "CORS protocol"). A page that sends
 * credentials may read the response only if it names the page's origin.
 */
export function corsHeaders(origin = '', vary?: string): Readonly<Record<string, string>> {
  if (!/^[!-~]+$/.test(origin)) return { 'Access-Control-Allow-Origin': '*', ...(vary !== undefined && { Vary: vary }) }
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    Vary: vary === undefined ? 'Origin' : `Origin, ${vary}`,
  }
}
