import type { ScenarioDocument } from '../../control-client/index.js'
import { parseJson, stringifyJson } from '../../spec/index.js'

/** The document as the text of a scenario file. */
export async function writeScenario(document: ScenarioDocument, format: 'yaml' | 'json'): Promise<string> {
  if (format === 'json') return stringifyJson(document, 2)
  const { stringify } = await import('yaml')
  return stringify(document)
}

/**
 * Reads a scenario file, YAML or JSON, every integer exact. What it says is for the mock to check.
 *
 * @throws {Error} if it is neither
 */
export async function readScenario(file: File): Promise<ScenarioDocument> {
  const text = await file.text()
  if (file.name.endsWith('.json')) return parseJson(text) as ScenarioDocument
  const { parse } = await import('yaml')
  return parse(text, { intAsBigInt: true }) as ScenarioDocument
}
