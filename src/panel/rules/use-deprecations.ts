import type { RemoteSandbox } from '../../control-client/index.js'
import { useEffect, useState } from 'preact/hooks'
import { useContents, useModel } from '../state/panel-model.js'
import type { Deprecation } from './time-events.js'

interface DescribedOperation {
  readonly operationId?: string
  readonly deprecated?: boolean
  readonly 'x-deprecated-since'?: string
  readonly 'x-deprecated-sunset'?: string
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
}

/** The deprecated operations as the description has them; the sandbox may have a sunset of its own. */
export function useDeprecations(): readonly Deprecation[] {
  const { sandbox } = useContents()
  const { box } = useModel()
  const [deprecations, setDeprecations] = useState<readonly Deprecation[]>([])
  useEffect(() => {
    let isCurrent = true
    // Without it the time line shows the shipments alone; the rest of the page says that the mock does not answer.
    readDeprecations(box).then(
      (read) => isCurrent && setDeprecations(read),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [sandbox])
  return deprecations
}

async function readDeprecations(box: RemoteSandbox): Promise<readonly Deprecation[]> {
  const [description, state] = await Promise.all([
    fetch('/openapi.json').then(async (response) => (await response.json()) as Description),
    box.state(),
  ])
  const operations = Object.values(description.paths).flatMap((item) => Object.values(item))
  return operations
    .filter(({ deprecated }) => deprecated === true)
    .map((operation) => ({
      operation: operation.operationId ?? 'An operation',
      sinceMs: instantOf(operation['x-deprecated-since']),
      sunsetMs: instantOf(state.sunset ?? operation['x-deprecated-sunset']),
      isGoneAfter: state.afterSunset === 'gone',
    }))
}

function instantOf(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text)
}
