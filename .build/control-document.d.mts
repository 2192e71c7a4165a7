export function withScenarioSchemas(text: string, schema: string): string
