import { isObject, type Json, parseJson } from '../spec/index.js'

/** The JSON that a text is, if it is. */
export function jsonIn(written: string): Json | undefined {
  try {
    return parseJson(written)
  } catch {
    return undefined
  }
}

/** A field of what may be an object. */
export function member(json: Json | undefined, name: string): Json | undefined {
  return isObject(json) ? json[name] : undefined
}

/** A text; anything else becomes an empty one. */
export function text(json: Json | undefined): string {
  return typeof json === 'string' ? json : ''
}

/** The elements that are objects; anything but an array has none. */
export function objectsIn(json: Json | undefined): { [member: string]: Json }[] {
  return Array.isArray(json) ? json.filter(isObject) : []
}
