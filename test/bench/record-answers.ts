import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import type { Contestant, Load } from './contestants.js'
import { type Entrant, startPrepared } from './measure.js'

/** Header fields that Node adds by itself. */
const OF_NODE = new Set(['date', 'connection', 'keep-alive'])

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What a contestant answers to each load, for those who answer the same. */
export async function recordAnswers(entrant: Entrant): Promise<Readonly<Record<string, Answer>>> {
  const server = await startPrepared(entrant)
  try {
    const entries = entrant.contestant.loads.map(async (load) => [
      load.name,
      await ask(server.origin, entrant.contestant, load),
    ])
    return Object.fromEntries(await Promise.all(entries)) as Record<string, Answer>
  } finally {
    await server.end()
  }
}

async function ask(origin: string, { basePath }: Contestant, { method, path, key }: Load): Promise<Answer> {
  const headers = { authorization: `Bearer ${firstOf(key)}` }
  const sent = request(origin + basePath + firstOf(path), { method, headers, agent: false }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const { statusCode = 0, rawHeaders } = response
  const names = rawHeaders.filter((name, index) => index % 2 === 0 && !OF_NODE.has(name.toLowerCase()))
  const own = names.map((name) => [name, rawHeaders[rawHeaders.indexOf(name) + 1] ?? ''] as const)
  return { status: statusCode, headers: Object.fromEntries(own), body: await readText(response) }
}

/** A text of a load as its first request has it. */
function firstOf(text: string): string {
  return text.replace('{n}', '1')
}
