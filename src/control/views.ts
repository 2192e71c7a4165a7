import type { OrdersMock, Sandbox } from '../core/index.js'
import type { ControlCall, Schemas } from './call.js'

/** A sandbox as the control API shows it. */
export function viewSandbox(
  sandbox: Sandbox,
  { baseUrl, origin, panelUrl }: Pick<ControlCall<'readSandbox'>, 'baseUrl' | 'origin' | 'panelUrl'>,
): Schemas['Sandbox'] {
  const { name, apiKey, scenario, counts, requests, lastUsedMs } = sandbox
  const url = panelUrl(origin, name)
  return {
    name,
    apiKey,
    baseUrl,
    ...(url !== undefined && { panelUrl: url }),
    scenario,
    counts,
    requests: requests.total,
    lastUsed: new Date(lastUsedMs).toISOString(),
  }
}

/** All scenarios as the control API shows them. */
export function listScenarios(mock: OrdersMock): Schemas['ScenarioSummary'][] {
  return mock.scenarioNames.map((name) => {
    const { title, description, counts } = mock.scenario(name)
    return { name, ...(title !== undefined && { title }), ...(description !== undefined && { description }), counts }
  })
}
