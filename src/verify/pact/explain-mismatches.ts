import { type Json, parseJson, stringifyJson } from '../../spec/index.js'

/** What Pact's verifier found wrong with an answer. */
export interface Mismatch {
  /** One sentence, such as `the status is 200, not 204`. */
  readonly text: string
  readonly expected: string
}

/** Reads Pact's report of a failed interaction; a report that is not JSON is its own explanation. */
export function explainMismatches(report: string): Mismatch[] {
  const mismatches = collect(parsed(report))
  return mismatches.length > 0 ? mismatches.map(explain) : [{ text: firstErrorOf(report), expected: '' }]
}

const MAX_TEXT = 200

type JsonObject = Record<string, Json>

function parsed(report: string): Json {
  try {
    return parseJson(report)
  } catch {
    return null
  }
}

// The report nests: errors[].mismatch.mismatches[].
function collect(json: Json | undefined): JsonObject[] {
  if (Array.isArray(json)) return json.flatMap(collect)
  if (typeof json !== 'object' || json === null) return []
  if (typeof json['type'] === 'string' && json['type'].endsWith('Mismatch')) return [json]
  return ['errors', 'mismatch', 'mismatches'].flatMap((name) => collect(json[name]))
}

function explain(mismatch: JsonObject): Mismatch {
  const [expected = '', actual, key, path] = ['expected', 'actual', 'key', 'path'].map((name) => show(mismatch[name]))
  const text = abridged(plain(show(mismatch['mismatch'])))
  switch (show(mismatch['type'])) {
    case 'StatusMismatch':
      return { text: `the status is ${actual}, not ${expected}`, expected: `status ${expected}` }
    case 'HeaderMismatch':
      return { text: `header ${key}: ${text}`, expected: `header ${key}: ${expected}` }
    default:
      return {
        text: `body at ${path}: ${text}`,
        expected: `body at ${path}: ${expected.length > MAX_TEXT ? text : expected}`,
      }
  }
}

// Pact's sentences quote everything that came before they say what was expected.
function abridged(text: string): string {
  if (text.length <= MAX_TEXT) return text
  return `${text.slice(0, MAX_TEXT / 2)} … ${text.slice(-MAX_TEXT / 2)}`
}

function show(json: Json | undefined): string {
  return typeof json === 'string' ? json : stringifyJson(json)
}

function firstErrorOf(report: string): string {
  const message = /"message":"((?:[^"\\]|\\.)*)"/.exec(report)?.[1]
  return plain(message ?? report)
}

function plain(text: string): string {
  // oxlint-disable-next-line no-control-regex -- Pact colours its sentences
  return text.replaceAll(/\u001B\[\d+m/g, '').trim()
}
