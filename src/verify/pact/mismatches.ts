import { shortened } from '../../contract/index.js'
import { isObject, type Json, stringifyJson } from '../../spec/index.js'
import { type JsonObject, jsonIn, member, text } from '../json-members.js'

/** One thing that Pact's verifier found wrong with an answer. */
export interface Mismatch {
  readonly attribute: 'status' | 'header' | 'body'
  /** The name of the header, or the path in the body, such as `$[0].id`. */
  readonly identifier: string | undefined
  /** As Pact writes it. */
  readonly description: string
  readonly expected: string
  readonly actual: string
}

/** Reads the report of an interaction that failed; one without mismatches says in `error` what went wrong instead. */
export function readReport(report: string): { mismatches: Mismatch[]; error: string } {
  const mismatches = collect(jsonIn(report)).map(readMismatch).toSorted(byPlace)
  return { mismatches, error: mismatches.length > 0 ? '' : firstErrorOf(report) }
}

/** What is wrong, and what the consumer counts on instead, a line for each place. */
export function describeMismatches(mismatches: readonly Mismatch[]): { message: string; expected: string } {
  const sentence = mismatches.map(factOf).join('; ')
  return {
    message: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`,
    expected: mismatches.map((each) => `${placeOf(each)} ${abridged(each.expected)}`).join('\n'),
  }
}

function factOf(mismatch: Mismatch): string {
  const { attribute, description, expected, actual } = mismatch
  if (attribute === 'status') return `the status is ${actual}, not ${expected}`
  return `${placeOf(mismatch)} ${abridged(description)}`
}

function placeOf({ attribute, identifier }: Mismatch): string {
  if (attribute === 'status') return 'status'
  if (attribute === 'header') return `header ${identifier}:`
  return identifier === '$' || identifier === '/' ? 'the body:' : `${identifier}:`
}

function abridged(long: string): string {
  return shortened(long, 200)
}

const ATTRIBUTES = ['status', 'header', 'body'] as const

// Pact reports them in no order.
function byPlace(one: Mismatch, other: Mismatch): number {
  const attributes = ATTRIBUTES.indexOf(one.attribute) - ATTRIBUTES.indexOf(other.attribute)
  const [place = '', otherPlace = ''] = [one.identifier, other.identifier]
  return attributes || place.localeCompare(otherPlace, 'en', { numeric: true })
}

// The report nests: errors[].mismatch.mismatches[].
function collect(json: Json | undefined): JsonObject[] {
  if (Array.isArray(json)) return json.flatMap(collect)
  if (!isObject(json)) return []
  if (text(json['type']).endsWith('Mismatch')) return [json]
  return ['errors', 'mismatch', 'mismatches'].flatMap((name) => collect(json[name]))
}

function readMismatch(json: JsonObject): Mismatch {
  const { type, key, path, mismatch, expected, actual } = json
  const texts = { description: plain(shown(mismatch)), expected: shown(expected), actual: shown(actual) }
  if (type === 'StatusMismatch') return { attribute: 'status', identifier: undefined, ...texts }
  if (type === 'HeaderMismatch') return { attribute: 'header', identifier: shown(key), ...texts }
  return { attribute: 'body', identifier: shown(path) || '$', ...texts }
}

function shown(json: Json | undefined): string {
  if (json === undefined) return ''
  return typeof json === 'string' ? json : stringifyJson(json)
}

function firstErrorOf(report: string): string {
  const [error] = [member(jsonIn(report), 'errors')].flat()
  const message = text(member(member(error, 'mismatch'), 'message'))
  return plain(message === '' ? report : message)
}

function plain(sentence: string): string {
  // oxlint-disable-next-line no-control-regex -- Pact colours its sentences
  return sentence.replaceAll(/\u001B\[\d+m/g, '').trim()
}
