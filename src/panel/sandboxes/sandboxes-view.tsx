import type { ComponentChildren } from 'preact'
import { ViewHead } from '../parts/view-head.js'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../parts/button.js'
import { loadSandboxes } from '../state/load.js'
import { useModel } from '../state/panel-model.js'
import { KeyCard } from './key-card.js'
import { NewSandbox } from './new-sandbox.js'
import { SandboxCard } from './sandbox-card.js'
import { SandboxList } from './sandbox-list.js'
import { ScenarioList } from './scenario-list.js'
import { SnapshotCard } from './snapshot-card.js'

const REFRESH_MS = 5000

/** The sandbox that is shown, the others, and what they can start from. */
export function SandboxesView(): ComponentChildren {
  const model = useModel()
  const [isCreating, setIsCreating] = useState(false)
  useEffect(() => {
    // Numbers of requests and times of use change without an event of their own.
    const refresh = (): void => void loadSandboxes(model).catch(() => {})
    refresh()
    const timer = setInterval(refresh, REFRESH_MS)
    return () => clearInterval(timer)
  }, [model])
  return (
    <section aria-labelledby="view-title">
      <ViewHead title="Sandboxes">
        <Button class="main" data-new onClick={() => setIsCreating(true)} words="New sandbox" />
      </ViewHead>
      <div class="columns">
        <div class="stack">
          <SandboxCard />
          <SnapshotCard />
          <KeyCard />
        </div>
        <div class="stack">
          <SandboxList />
          <ScenarioList />
        </div>
      </div>
      {isCreating && <NewSandbox onClose={() => setIsCreating(false)} />}
    </section>
  )
}
