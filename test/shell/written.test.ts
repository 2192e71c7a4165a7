import { expect, test } from 'vitest'
import {
  codeIn,
  comment,
  type CurlRequest,
  curlLine,
  line,
  listLine,
  mark,
  sh,
  unmarked,
  variable,
  word,
} from '../../src/shell/index.js'

// What people read before they paste it; that it works in their shells: paste-anywhere.test.ts.

const url = 'http://any/v1'
const KEY = `Bearer ${mark('$ORDERS_MOCK_KEY')}`

test.each<[Partial<CurlRequest>, command: string]>([
  [{}, `curl -i '${url}'`],
  [{ method: 'HEAD' }, `curl -i --head '${url}'`],
  [{ method: 'HEAD', content: 'x' }, `curl -i -X HEAD -H Content-Type: --data-raw x '${url}'`],
  [{ method: 'DELETE' }, `curl -i -X DELETE '${url}'`],
  [{ method: 'POST' }, `curl -i -X POST '${url}'`],
  [{ method: 'POST', content: '@file' }, `curl -i -H Content-Type: --data-raw '@file' '${url}'`],
  [
    { content: '{}', headers: { 'content-type': 'a/b' } },
    `curl -i -X GET -H 'content-type: a/b' --data-raw '{}' '${url}'`,
  ],
  [
    { method: 'POST', content: 'a\0é' },
    `curl -i -H Content-Type: --data-binary @<(printf '\\141\\000\\303\\251') '${url}'`,
  ],
  [{ url: `${url}/../x` }, `curl -i --path-as-is '${url}/../x'`],
  [{ url: `${url}/%2E%2e` }, `curl -i --path-as-is '${url}/%2E%2e'`],
  [{ url: `${url}/.?x` }, `curl -i --path-as-is '${url}/.?x'`],
  [{ url: `${url}/...?x=/../` }, `curl -i '${url}/...?x=/../'`],
  [{ url: `${url}?a=[1-3]` }, `curl -i -g '${url}?a=[1-3]'`],
  [{ url: `${url}?a={b}` }, `curl -i -g '${url}?a={b}'`],
  [{ url: codeIn(`${url}?k=${mark('$ORDERS_MOCK_KEY')}`) }, `curl -i -g "${url}?k=$ORDERS_MOCK_KEY"`],
  [{ certificate: 'one file' }, `curl -i --cert "$ORDERS_MOCK_CERT" '${url}'`],
  [{ certificate: 'two files' }, `curl -i --cert "$ORDERS_MOCK_CERT" --key "$ORDERS_MOCK_CERT_KEY" '${url}'`],
  [{ isBare: true }, `curl -i -H User-Agent: -H Accept: '${url}'`],
  [{ headers: { 'User-Agent': 'curl/8.14.1', Accept: '*/*' } }, `curl -i '${url}'`],
  [
    { headers: { 'User-Agent': 'a curl/8', Accept: 'a/*' } },
    `curl -i -H 'User-Agent: a curl/8' -H 'Accept: a/*' '${url}'`,
  ],
  [{ headers: { 'Accept-Encoding': 'gzip' } }, `curl -i --compressed -H 'Accept-Encoding: gzip' '${url}'`],
  [{ headers: { Prefer: '' } }, `curl -i -H 'Prefer;' '${url}'`],
  [
    { headers: { A: codeIn(KEY), B: codeIn(`!${KEY}`) } },
    `curl -i -H "A: Bearer $ORDERS_MOCK_KEY" -H 'B: ''!Bearer '"$ORDERS_MOCK_KEY"'' '${url}'`,
  ],
  [
    { headers: { A: "it's", B: '\u00C3\u00A9', C: '語', D: '\u00FF~#&' } },
    `curl -i -H 'A: it'\\''s' -H 'B: é' -H 'C: 語' -H $'D: \\377~\\043&' '${url}'`,
  ],
  [
    { headers: { A: '\u00EF\u00BB\u00BFx', B: '\u202Ey', C: '##b[' } },
    String.raw`curl -i -H $'A: \357\273\277x' -H $'B: \342\200\256y' -H $'C: \043\043b[' '${url}'`,
  ],
])('%j is written as a command', (request, command) => {
  expect(curlLine({ url, ...request })).toBe(command)
})

test.each([
  ['http://any/v1', `curl -H 'Authorization: Bearer k' 'http://any/v1/store/orders'`],
  ['https://any/v1', `curl -k -H 'Authorization: Bearer k' 'https://any/v1/store/orders'`],
])('the first command to try at %s', (baseUrl, command) => {
  expect(listLine({ apiKey: 'k', baseUrl })).toBe(command)
})

test.each([
  ['1. 204, expected: 2/2…', '# 1. 204, expected: 2/2…'],
  ['a\n\u001B[31m b', `# 'a [31m b'`],
  ["it's; done", String.raw`# 'it'\''s; done'`],
])('%j is written as a comment', (text, shown) => {
  expect(comment(text)).toBe(shown)
  expect(line(sh`true`, text)).toBe(`true;  ${shown}`)
})

test('texts become words, and code stays code', () => {
  expect(sh`a ${'b c'} ${[sh`d`, sh`-e`]} ${'-f_1'} ${''}`.text).toBe(`a 'b c' d -e -f_1 ''`)
  expect(word([variable('id', 7n), '/x']).text).toBe('"${id:-7}/x"')
  expect(word(['$id']).text).toBe(`'$id'`)
  expect(unmarked(`a${mark('$b')}c`)).toBe('a$bc')
})
