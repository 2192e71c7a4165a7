import { readFile } from 'node:fs/promises'
import type { Express, NextFunction, Request, Response } from 'express'

const DESCRIPTION = new URL('../../contracts/openapi.yaml', import.meta.url)

/** Makes the Express application for everything that is not the API itself. */
export async function createApplication(): Promise<Express> {
  const { default: express } = await import('express')
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.enable('case sensitive routing')
  app.enable('strict routing')
  app.route('/openapi.yaml').get(allowAnyOrigin, serveYaml).all(allowOnlyGet)
  app.route('/openapi.json').get(allowAnyOrigin, serveJson).all(allowOnlyGet)
  app.use(sayNotFound)
  app.use(sayFailed)
  return app
}

/** The API description is public: an API explorer on any page may read it. */
function allowAnyOrigin(_request: Request, response: Response, next: NextFunction): void {
  response.set('Access-Control-Allow-Origin', '*')
  next()
}

async function serveYaml(_request: Request, response: Response): Promise<void> {
  response.type('application/yaml').send(await readFile(DESCRIPTION, 'utf8'))
}

async function serveJson(_request: Request, response: Response): Promise<void> {
  const { parse } = await import('yaml')
  response.json(parse(await readFile(DESCRIPTION, 'utf8')))
}

function allowOnlyGet({ method, path }: Request, response: Response): void {
  response.set('Allow', 'GET, HEAD')
  sendError(response, {
    status: 405,
    code: 'method_not_allowed',
    message: `${method} is not allowed on ${path}. Use GET.`,
  })
}

function sayNotFound({ path }: Request, response: Response): void {
  const message = `There is nothing at ${path}. The API is below /v1, its description at /openapi.yaml.`
  sendError(response, { status: 404, code: 'route_not_found', message })
}

/** Express knows an error handler by its four parameters. */
// oxlint-disable-next-line max-params
function sayFailed(error: unknown, _request: Request, response: Response, next: NextFunction): void {
  if (response.headersSent) next(error)
  else
    sendError(response, {
      status: 500,
      code: 'internal_error',
      message: 'The mock failed to answer. Please report it.',
    })
}

function sendError(response: Response, error: { status: number; code: string; message: string }): void {
  const { status, code, message } = error
  response.status(status).json({ code, message, status })
}
