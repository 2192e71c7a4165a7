/** Only what is read here. */
interface ControlDocument {
  readonly components: { readonly schemas: object }
}

interface ScenarioSchema {
  readonly $schema: string
  readonly $id: string
  readonly $defs: Readonly<Record<string, object>>
  readonly properties: { readonly orders: object; readonly faults: object }
}

/**
 * The description of the control API refers to the JSON Schema of scenarios. It is taken in, so that the description is
 * one document: its definition `Order` becomes the schema `ScenarioOrder`, and so on.
 */
export function controlDocument(description: ControlDocument, scenarioSchema: ScenarioSchema): object {
  const { $defs, $schema: _, $id: __, ...scenario } = scenarioSchema
  const definitions = Object.entries($defs).map(([name, schema]) => [`Scenario${name}`, schema] as const)
  const schemas = {
    ...description.components.schemas,
    Scenario: scenario,
    ScenarioOrders: scenario.properties.orders,
    ScenarioFaults: scenario.properties.faults,
    ...Object.fromEntries(definitions),
  }
  const text = JSON.stringify({ ...description, components: { ...description.components, schemas } })
    .replaceAll('../fixtures/scenario.schema.json#/properties/orders', '#/components/schemas/ScenarioOrders')
    .replaceAll('../fixtures/scenario.schema.json#/properties/faults', '#/components/schemas/ScenarioFaults')
    .replaceAll('../fixtures/scenario.schema.json#/$defs/', '#/components/schemas/Scenario')
    .replaceAll('../fixtures/scenario.schema.json', '#/components/schemas/Scenario')
    .replaceAll('#/$defs/', '#/components/schemas/Scenario')
  return JSON.parse(text) as object
}
