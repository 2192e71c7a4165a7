import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { ControlClientError } from '../control-client/index.js'
import { ToolError } from '../input/index.js'
import { stringifyJson } from '../spec/index.js'

/** Characters of an answer: below 2,000 tokens, of which JSON has one for three characters. */
const MAX_CHARACTERS = 5500

/** Answers a tool's call; what is refused is answered with what to do about it. */
export async function answer(act: () => Promise<string>): Promise<CallToolResult> {
  try {
    return { content: [{ type: 'text', text: cut(await act()) }] }
  } catch (error) {
    if (!(error instanceof ControlClientError || error instanceof ToolError)) throw error
    return { isError: true, content: [{ type: 'text', text: cut(error.message + nextStepAfter(error)) }] }
  }
}

/** A line for each thing, as many as fit and at most a limit, and how to see the others. */
export function list(title: string, items: readonly unknown[], narrower = '', limit = items.length): string {
  const lines: string[] = []
  let left = MAX_CHARACTERS - title.length - narrower.length - 100
  for (const item of items.slice(0, limit)) {
    const line = typeof item === 'string' ? item : stringifyJson(item)
    left -= line.length + 1
    if (left < 0) break
    lines.push(line)
  }
  const hidden = items.length - lines.length
  if (hidden > 0) lines.push(`… and ${hidden.toLocaleString('en-US')} more. ${narrower}`)
  return [title, ...lines].join('\n')
}

/** One page of a long text. */
export function page(text: string, number: number): string {
  const size = MAX_CHARACTERS - 100
  const count = Math.ceil(text.length / size)
  if (number > count) throw new ToolError(`There are ${count} pages. Ask for one of them.`)
  const part = text.slice((number - 1) * size, number * size)
  return number === count ? part : `${part}\n… page ${number} of ${count}. Next: page ${number + 1}.`
}

function cut(text: string): string {
  return text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS - 1)}…`
}

function nextStepAfter(error: ControlClientError | ToolError): string {
  if (!(error instanceof ControlClientError)) return ''
  if (error.status === 0)
    return ' Start it (`npx orders-mock`), or configure this server without --url: then it has a mock of its own.'
  if (error.status === 401)
    return ' Configure this server with --control-token, or the variable ORDERS_MOCK_CONTROL_TOKEN.'
  return NEXT_STEPS[error.code] === undefined ? '' : ` Next: ${NEXT_STEPS[error.code]}`
}

const NEXT_STEPS: Readonly<Record<string, string>> = {
  sandbox_not_found: '`look` with what "sandboxes" lists those there are; `create_sandbox` makes one.',
  scenario_not_found: '`look` with what "scenarios" lists those there are.',
  order_not_found: '`look` with what "orders" lists those there are.',
  sandbox_exists: 'use it as it is, or leave the name out to get a free one.',
}
