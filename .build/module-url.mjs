// What import.meta.url is called in CommonJS.
import { pathToFileURL } from 'node:url'

export const moduleUrl = pathToFileURL(__filename).href
