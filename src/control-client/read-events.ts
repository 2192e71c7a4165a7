import { parseJson } from '../spec/index.js'
import type { ControlEvent } from './types.js'

/** Reads server-sent events (HTML standard, "Interpreting an event stream"), as far as the mock uses them. */
export async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<ControlEvent, void> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let waiting = ''
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const blocks = (waiting + decoder.decode(read.value, { stream: true })).split('\n\n')
      waiting = blocks.pop() ?? ''
      for (const block of blocks) yield* eventIn(block)
    }
  } finally {
    // Whoever leaves the loop leaves the stream.
    await reader.cancel().catch(() => {})
  }
}

/** A heartbeat is a block without an event. */
function* eventIn(block: string): Generator<ControlEvent> {
  const lines = block.split('\n')
  const valueOf = (field: string): string | undefined =>
    lines.find((line) => line.startsWith(`${field}: `))?.slice(field.length + 2)
  const [type, data] = [valueOf('event'), valueOf('data')]
  if (type !== undefined && data !== undefined) yield { ...(parseJson(data) as object), type } as ControlEvent
}
