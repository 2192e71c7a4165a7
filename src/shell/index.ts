export { codeIn, comment, line, mark, sh, type ShellCode, type ShellText, unmarked, variable, word } from './shell.js'
export { curlArguments, curlLine, listLine, type CurlRequest } from './curl.js'
