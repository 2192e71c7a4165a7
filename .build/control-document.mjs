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

/** A schema whose properties are the operations, each with its query and its body. */
export function operationsOf({ paths, components }) {
  const operations = Object.values(paths).flatMap(({ parameters = [], ...item }) =>
    METHODS.filter((method) => method in item).map((method) => {
      const { operationId, requestBody, parameters: own = [] } = item[method]
      const all = [...parameters, ...own].map(
        (each) => components.parameters[each.$ref?.replace('#/components/parameters/', '')] ?? each,
      )
      return [operationId, requestSchema(all, requestBody)]
    }),
  )
  const properties = Object.fromEntries(operations)
  return { type: 'object', properties, required: Object.keys(properties) }
}

function requestSchema(parameters, body) {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query')
  const query = { type: 'object', properties: Object.fromEntries(inQuery.map(({ name, schema }) => [name, schema])) }
  const required = ['query', ...(body?.required === true ? ['body'] : [])]
  const schema = body?.content['application/json'].schema
  return { type: 'object', properties: { query, ...(schema && { body: schema }) }, required }
}
