import { CLIENT_NAMES } from '../../clients.js'
import { type Call, cancel, getPet, type Label, list, UNKNOWN } from '../sequences/calls.js'
import { always, inBatches, type Part, send, setUp, setUpState, type SequenceRule } from '../sequences/step.js'

const labelOf = (index: number): Label => `#${index + 1}`
// Each state may take this long, and they are as many as there are clients.
const WORTH_MS = 300

/** Requests that get every documented status, from each client. */
export const EVERY_CLIENT: readonly Part[] = [
  [
    setUp('pet', 'shipped'),
    CLIENT_NAMES.map((_, index) => setUpState('a pending order', labelOf(index), { worthMs: WORTH_MS })),
  ],
  inBatches(
    ofEachClient(() => [
      list(),
      cancel('shipped'),
      cancel(UNKNOWN),
      getPet('pet'),
      list('another key'),
      cancel(UNKNOWN, 'another key'),
    ]),
  ),
  inBatches(ofEachClient((index) => [cancel(labelOf(index))])),
  inBatches(ofEachClient((index) => [cancel(labelOf(index))])),
  send(list()),
]

export const clientRule: SequenceRule = {
  id: 'every-client',
  claim: 'the response does not depend on the client that sends the request',
  clause: 'What the service does',
  states: ['a pending order', 'a shipped order'],
  sequence: always(...EVERY_CLIENT),
}

function ofEachClient(callsOf: (index: number) => readonly Call[]): Call[] {
  return CLIENT_NAMES.flatMap((client, index) => callsOf(index).map((call) => ({ ...call, client })))
}
