import { useEffect, useState } from 'preact/hooks'
import type { ScenarioDocument } from '../../control-client/index.js'
import { useContents, useModel } from '../state/panel-model.js'

/** Something on the time line. */
export interface TimeEvent {
  readonly words: string
  readonly atMs: number
}

interface DescribedOperation {
  readonly operationId?: string
  readonly deprecated?: boolean
  readonly 'x-deprecated-since'?: string
  readonly 'x-deprecated-sunset'?: string
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
}

/** Orders that are yet to ship, at most; a scenario may have thousands. */
const MAX_SHIPMENTS = 6

/** What has happened and what will happen by the sandbox's clock, in order. */
export function useTimeEvents(): readonly TimeEvent[] {
  const { orders, sandbox } = useContents()
  const { box } = useModel()
  const [deprecations, setDeprecations] = useState<readonly TimeEvent[]>([])
  useEffect(() => {
    const description = fetch('/openapi.json').then(async (response) => (await response.json()) as Description)
    // Without it the time line shows the shipments alone; the rest of the page says that the mock does not answer.
    Promise.all([description, box.state()]).then(
      ([{ paths }, state]) => setDeprecations(deprecationsIn(paths, state)),
      () => undefined,
    )
  }, [sandbox])
  const shipments = orders
    .flatMap(({ digits, dueMs: atMs }) => (atMs === undefined ? [] : [{ words: `Order ${digits} ships`, atMs }]))
    .toSorted((one, other) => one.atMs - other.atMs)
  return [...shipments.slice(0, MAX_SHIPMENTS), ...deprecations].toSorted((one, other) => one.atMs - other.atMs)
}

/** The sandbox may have a sunset of its own. */
function deprecationsIn(paths: Description['paths'], { sunset, afterSunset }: ScenarioDocument): readonly TimeEvent[] {
  const operations = Object.values(paths).flatMap((item) => Object.values(item))
  const end = afterSunset === 'gone' ? ': it answers 410' : ''
  return operations
    .filter(({ deprecated }) => deprecated === true)
    .flatMap(({ operationId, ...dates }) => [
      { words: `${operationId} is deprecated`, atMs: Date.parse(dates['x-deprecated-since'] ?? '') },
      { words: `Sunset of ${operationId}${end}`, atMs: Date.parse(sunset ?? dates['x-deprecated-sunset'] ?? '') },
    ])
    .filter(({ atMs }) => !Number.isNaN(atMs))
}
