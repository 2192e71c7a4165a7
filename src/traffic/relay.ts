import type { IncomingMessage, ServerResponse } from 'node:http'
import { MAX_BODY_BYTES, type StreamedResponse } from '../contract/index.js'
import { endToEndHeaders } from './forward.js'

interface Copy {
  readonly add: (chunk: Buffer) => void
  /** `undefined` if it was given up. */
  readonly bytes: () => Buffer | undefined
  readonly end: () => void
}

/** How much the copies of all answers under way take together. */
export class Copies {
  #bytes = 0

  /** A copy that is given up once all together, or it alone, would be too large. */
  begin(): Copy {
    const chunks: Buffer[] = []
    let length = 0
    let isWhole = true
    const end = () => {
      this.#bytes -= length
      length = 0
      chunks.length = 0
    }
    return {
      add: (chunk) => {
        if (!isWhole) return
        chunks.push(chunk)
        length += chunk.length
        this.#bytes += chunk.length
        // However many large answers are under way, small ones are validated.
        isWhole = length <= SMALL_BYTES || this.#bytes <= MAX_BODY_BYTES
        if (!isWhole) end()
      },
      bytes: () => (isWhole ? Buffer.concat(chunks) : undefined),
      end,
    }
  }
}

const SMALL_BYTES = 2 ** 16

/** Passes an answer on as it comes, byte for byte. */
export async function passOn(answer: StreamedResponse, response: ServerResponse): Promise<void> {
  sendHead(answer, response)
  for await (const chunk of answer.chunks()) await write(response, chunk)
  response.end()
}

/**
 * Passes an answer on byte for byte, each chunk when the next has come: the client has the whole only after `beforeEnd`.
 *
 * @param onChunk told of each chunk
 */
export async function passOnDelayed(
  answer: StreamedResponse,
  response: ServerResponse,
  { onChunk, beforeEnd }: { onChunk: (chunk: Buffer) => void; beforeEnd: () => Promise<void> },
): Promise<void> {
  let last: Buffer | undefined
  for await (const chunk of answer.chunks()) {
    onChunk(chunk)
    if (last !== undefined) {
      if (!response.headersSent) sendHead(answer, response)
      await write(response, last)
    }
    last = chunk
  }
  await beforeEnd()
  if (!response.headersSent) sendHead(answer, response)
  response.end(last)
}

function sendHead({ incoming }: StreamedResponse, response: ServerResponse): void {
  response.sendDate = false
  response.writeHead(incoming.statusCode ?? 502, reasonPhrase(incoming), endToEndHeaders(incoming.rawHeaders).flat())
}

// Node reads control characters in it, and writes none.
function reasonPhrase({ statusMessage = '' }: IncomingMessage): string {
  return /^[\t -~\u0080-\u00FF]*$/.test(statusMessage) ? statusMessage : ''
}

async function write(response: ServerResponse, chunk: Buffer): Promise<void> {
  if (response.write(chunk) || response.destroyed) return
  await new Promise<void>((resolve) => {
    const goOn = () => {
      response.off('drain', goOn).off('close', goOn)
      resolve()
    }
    response.once('drain', goOn).once('close', goOn)
  })
}
