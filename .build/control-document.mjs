import { stringify } from 'yaml'

const METHODS = ['get', 'put', 'post', 'patch', 'delete']

/** Precedes the generated schemas in the description of the control API. */
const MARK = / *# What follows is made of .*\n/

/**
 * The text of the description of the control API with the JSON Schema of scenarios taken in, so that it is one document:
 * the definition `Order` becomes the schema `ScenarioOrder`, and so on, in the form that generators of clients understand.
 */
export function withScenarioSchemas(text, schema) {
  const { $defs, $schema: _, $id: _id, ...scenario } = JSON.parse(schema)
  const { orders, faults } = scenario.properties
  const properties = { ...scenario.properties, orders: refTo('Orders'), faults: refTo('Faults') }
  const all = Object.entries({ '': { ...scenario, properties }, Orders: orders, Faults: faults, ...$defs })
  const schemas = Object.fromEntries(all.map(([name, each]) => [`Scenario${name}`, each]))
  const made = JSON.stringify(schemas, forGenerators).replaceAll('#/$defs/', '#/components/schemas/Scenario')
  const [head, mark] = [text.split(MARK)[0], MARK.exec(text)[0]]
  const tail = stringify(JSON.parse(made), { lineWidth: 0, singleQuote: true })
  return head + mark + tail.trimEnd().replaceAll(/^/gm, '    ') + '\n'
}

function refTo(name) {
  return { $ref: `#/$defs/${name}` }
}

/** Alternatives that exclude each other, for the forms of an id too, and a type for each enum: Rust has nothing for `anyOf`. */
function forGenerators(_, schema) {
  const { type, pattern, format, ...others } = Object(schema)
  const asForms = [
    { type: 'integer', format },
    { type: 'string', pattern },
  ]
  if (format === 'int64' && Array.isArray(type)) return { ...others, oneOf: asForms }
  // A status may be written as a number, too.
  if (Array.isArray(others.enum)) return { type: 'string', ...schema, enum: others.enum.filter(isString) }
  if ('if' in others) return { oneOf: alternativesIn(schema) }
  if ('anyOf' in others) return { ...schema, anyOf: undefined, oneOf: schema.anyOf }
  return schema
}

function isString(value) {
  return typeof value === 'string'
}

function alternativesIn(schema) {
  return 'if' in schema ? [...alternativesIn(schema.else), ...alternativesIn(schema.then)] : [schema]
}

/** The operations of the description, with what their parameters refer to. */
export function operationsOf({ paths, components }) {
  return Object.entries(paths).flatMap(([path, { parameters: shared = [], ...item }]) =>
    METHODS.filter((method) => method in item).map((method) => {
      const { operationId, summary, requestBody, parameters: own = [] } = item[method]
      const all = [...shared, ...own].map(
        (each) => components.parameters[each.$ref?.replace('#/components/parameters/', '')] ?? each,
      )
      const body = requestBody && {
        required: requestBody.required === true,
        schema: requestBody.content['application/json'].schema,
      }
      const parameters = all.map(({ name, in: where, schema }) => ({ name, in: where, schema }))
      return { operationId, path, method: method.toUpperCase(), summary, parameters, body }
    }),
  )
}

/** A schema whose properties are the operations, each with its query and its body. */
export function schemaOf(operations) {
  const properties = Object.fromEntries(operations.map((each) => [each.operationId, requestSchema(each)]))
  return { type: 'object', properties, required: Object.keys(properties) }
}

function requestSchema({ parameters, body }) {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const query = { type: 'object', properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])) }
  const required = ['query', ...(body?.required === true ? ['body'] : [])]
  return { type: 'object', properties: { query, ...(body && { body: body.schema }) }, required }
}
