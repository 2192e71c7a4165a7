/** One server-sent event, its data not yet parsed: most of those that come are for other sandboxes. */
export interface ServerEvent {
  readonly name: string
  readonly data: string
}

/**
 * Reads server-sent events (HTML standard, "Interpreting an event stream") from the bytes of a stream, as far as the
 * mock uses them. A heartbeat is an event without a name.
 */
export async function* readEvents(stream: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let waiting = ''
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const blocks = (waiting + decoder.decode(read.value, { stream: true })).split('\n\n')
      waiting = blocks.pop() ?? ''
      for (const block of blocks) yield parseBlock(block)
    }
  } finally {
    reader.releaseLock()
  }
}

function parseBlock(block: string): ServerEvent {
  const lines = block.split('\n')
  const valueOf = (field: string): string =>
    lines.find((line) => line.startsWith(`${field}: `))?.slice(field.length + 2) ?? ''
  return { name: valueOf('event'), data: valueOf('data') }
}
