const METHODS = ['get', 'put', 'post', 'patch', 'delete']

/**
 * The description of the control API refers to the JSON Schema of scenarios. It is taken in, so that the description is
 * one document: its definition `Order` becomes the schema `ScenarioOrder`, and so on.
 */
export function controlDocument(description, { $defs, ...scenario }) {
  const definitions = Object.entries($defs).map(([name, schema]) => [`Scenario${name}`, schema])
  const schemas = {
    ...description.components.schemas,
    Scenario: scenario,
    ScenarioOrders: scenario.properties.orders,
    ScenarioFaults: scenario.properties.faults,
    ...Object.fromEntries(definitions),
  }
  const file = '../fixtures/scenario.schema.json'
  const text = JSON.stringify({ ...description, components: { ...description.components, schemas } })
    .replaceAll(`${file}#/properties/orders`, '#/components/schemas/ScenarioOrders')
    .replaceAll(`${file}#/properties/faults`, '#/components/schemas/ScenarioFaults')
    .replaceAll(`${file}#/$defs/`, '#/components/schemas/Scenario')
    .replaceAll(file, '#/components/schemas/Scenario')
    .replaceAll('#/$defs/', '#/components/schemas/Scenario')
  return JSON.parse(text)
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
