import { shortened } from '../../contract/index.js'
import { type Json, stringifyJson } from '../../spec/index.js'
import { type JsonObject, jsonIn, member, objectsIn, text } from '../json-members.js'

/** One thing that Pact's verifier found wrong with an answer. */
export type Mismatch = ReturnType<typeof readMismatch>

/**
 * Reads the report of an interaction that failed: `errors[].mismatch.mismatches[]`. One without mismatches says in `error`
 * what went wrong instead.
 */
export function readReport(report: string): { mismatches: Mismatch[]; error: string } {
  const errors = objectsIn(member(jsonIn(report), 'errors')).map(({ mismatch }) => mismatch)
  const found = errors.flatMap((error) => objectsIn(member(error, 'mismatches')))
  const message = text(member(errors[0], 'message'))
  // Pact reports them in no order.
  return { mismatches: found.map(readMismatch).toSorted(byPlace), error: plain(message || report) }
}

function readMismatch({ type, key, path, mismatch, expected, actual }: JsonObject) {
  const body = { attribute: 'body', identifier: shown(path) || '$' }
  const head = type === 'HeaderMismatch' ? { attribute: 'header', identifier: shown(key) } : body
  return {
    ...(type === 'StatusMismatch' ? { attribute: 'status', identifier: '' } : head),
    /** As Pact writes it. */
    description: plain(shown(mismatch)),
    expected: shown(expected),
    actual: shown(actual),
  }
}

function shown(json: Json | undefined): string {
  return json === undefined || typeof json === 'string' ? text(json) : stringifyJson(json)
}

function plain(sentence: string): string {
  // oxlint-disable-next-line no-control-regex -- Pact colours its sentences
  return sentence.replaceAll(/\u001B\[\d+m/g, '').trim()
}

/** The status, then headers, then the body: against the alphabet. */
function byPlace(one: Mismatch, other: Mismatch): number {
  const attributes = other.attribute.localeCompare(one.attribute, 'en')
  return attributes || one.identifier.localeCompare(other.identifier, 'en', { numeric: true })
}

/** What is wrong, and what the consumer counts on instead, a line for each place. */
export function describeMismatches(mismatches: readonly Mismatch[]): { message: string; expected: string } {
  const sentence = mismatches.map(factOf).join('; ')
  return {
    message: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`,
    expected: mismatches.map((each) => `${placeOf(each)} ${shortened(each.expected, 200)}`).join('\n'),
  }
}

function factOf(mismatch: Mismatch): string {
  const { attribute, description, expected, actual } = mismatch
  if (attribute === 'status') return `the status is ${actual}, not ${expected}`
  return `${placeOf(mismatch)} ${shortened(description, 200)}`
}

function placeOf({ attribute, identifier }: Mismatch): string {
  if (attribute === 'status') return 'status'
  if (attribute === 'header') return `header ${identifier}:`
  // Of a body that is missing, Pact gives the place as `/`.
  return identifier === '$' || identifier === '/' ? 'the body:' : `${identifier}:`
}
