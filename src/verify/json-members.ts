import { isObject, type Json, parseJson } from '../spec/index.js'

/** The JSON that a text is, if it is. */
export function jsonIn(written: string): Json | undefined {
  try {
    return parseJson(written)
  } catch {
    return undefined
  }
}

export function member(json: Json | undefined, name: string): Json | undefined {
  return isObject(json) ? json[name] : undefined
}

export function text(json: Json | undefined): string {
  return typeof json === 'string' ? json : ''
}

export function objectsIn(json: Json | undefined): { [member: string]: Json }[] {
  return Array.isArray(json) ? json.filter(isObject) : []
}
