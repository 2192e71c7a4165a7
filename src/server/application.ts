import { readFile } from 'node:fs/promises'
import express, { type Express, type NextFunction, type Request, type Response, type Router } from 'express'
import { unknownPath } from '../control/index.js'
import { stringifyJson } from '../spec/index.js'
import { type ControlServer, createControlRouter } from './control-router.js'
import type { ExtraOperations } from './extra-operations/load-extra-operations.js'
import { servePanel } from './panel.js'
import { handleError, sendError } from './send-error.js'

const DESCRIPTION = new URL('../../contracts/openapi.yaml', import.meta.url)

/** Makes the Express application for everything that is not the API itself. */
export function createApplication(server: ControlServer): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.enable('case sensitive routing')
  app.enable('strict routing')
  app.route('/openapi.yaml').get(allowAnyOrigin, serveYaml).all(allowOnlyGet)
  app.route('/openapi.json').get(allowAnyOrigin, serveJson).all(allowOnlyGet)
  if (server.extraOperations !== undefined) serveExtraDescription(app, server.extraOperations)
  app.use('/__mock', serveControl(server))
  if (server.panel) servePanel(app, allowOnlyGet)
  app.use(answerPreflight, allowAnyOrigin, refuseUnknownPath)
  app.use(handleError)
  return app
}

/** The description of the control API is read for the first request that needs it. */
function serveControl(server: ControlServer): (...parameters: Parameters<Router>) => void {
  let router: Router | undefined
  return (...parameters) => {
    router ??= createControlRouter(server)
    router(...parameters)
  }
}

/** The description of the extra operations, as it was read: links of the deprecated ones lead here. */
function serveExtraDescription(app: Express, { text, document }: ExtraOperations): void {
  const sendYaml = (_: Request, response: Response): unknown => response.type('application/yaml').send(text)
  const sendJson = (_: Request, response: Response): unknown =>
    response.type('application/json').send(stringifyJson(document))
  app.route('/openapi-extra.yaml').get(allowAnyOrigin, sendYaml).all(allowOnlyGet)
  app.route('/openapi-extra.json').get(allowAnyOrigin, sendJson).all(allowOnlyGet)
}

/** The API description is public: an API explorer on any page may read it. */
function allowAnyOrigin(_request: Request, response: Response, next: NextFunction): void {
  response.set('Access-Control-Allow-Origin', '*')
  next()
}

/** A page that has forgotten the /v1 in its base address should get to read the 404 that says so. */
function answerPreflight({ method, headers }: Request, response: Response, next: NextFunction): void {
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) {
    next()
    return
  }
  response.set({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': headers['access-control-request-method'],
    'Access-Control-Allow-Headers': headers['access-control-request-headers'] ?? 'Authorization',
  })
  response.status(204).end()
}

async function serveYaml(_request: Request, response: Response): Promise<void> {
  response.type('application/yaml').send(await readFile(DESCRIPTION, 'utf8'))
}

async function serveJson(_request: Request, response: Response): Promise<void> {
  const { parse } = await import('yaml')
  const description: unknown = parse(await readFile(DESCRIPTION, 'utf8'), { intAsBigInt: true })
  response.type('application/json').send(stringifyJson(description))
}

function allowOnlyGet({ method, path }: Request, response: Response): void {
  response.set('Allow', 'GET, HEAD')
  sendError(response, {
    status: 405,
    code: 'method_not_allowed',
    message: `${method} is not allowed on ${path}. Use GET.`,
  })
}

function refuseUnknownPath({ originalUrl }: Request, response: Response): void {
  sendError(response, unknownPath(originalUrl))
}
