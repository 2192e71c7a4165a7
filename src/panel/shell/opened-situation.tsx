import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Button } from '../parts/button.js'
import type { ScenarioDocument } from '../../control-client/index.js'
import { Dialog } from '../parts/dialog.js'
import { Failure } from '../parts/failure.js'
import { useAction } from '../parts/use-action.js'
import { takeSituationFromAddress, unpack } from '../sandboxes/situation-link.js'
import { mockHere, useModel } from '../state/panel-model.js'

/** Asks whoever opens a link that carries a situation, and makes a new sandbox of it. */
export function OpenedSituation(): ComponentChildren {
  const [packed, setPacked] = useState(takeSituationFromAddress)
  useEffect(() => {
    // A link may be pasted into the address of a page that is open already.
    const take = (): void => setPacked((last) => takeSituationFromAddress() ?? last)
    addEventListener('hashchange', take)
    return () => removeEventListener('hashchange', take)
  }, [])
  if (packed === undefined) return null
  return <Question key={packed} packed={packed} onClose={() => setPacked(undefined)} />
}

interface QuestionProps {
  readonly packed: string
  readonly onClose: () => void
}

function Question({ packed, onClose }: QuestionProps): ComponentChildren {
  const model = useModel()
  const action = useAction()
  const [situation, setSituation] = useState<ScenarioDocument>()
  useEffect(() => void action.run(async () => setSituation(await unpack(packed))), [packed])
  const open = async (document: ScenarioDocument): Promise<void> => {
    const made = await mockHere().createSandbox()
    await made.restore(document).catch(async (error: unknown) => {
      await made.delete()
      throw error
    })
    onClose()
    model.show(made.name)
  }
  return (
    <Dialog title="Open this situation?" onClose={onClose}>
      {situation !== undefined && <p>It has {describe(situation)}. It opens in a new sandbox.</p>}
      <Failure of={action} />
      <div class="buttons">
        {situation !== undefined && (
          <Button
            class="main"
            disabled={action.isBusy}
            onClick={() => void action.run(() => open(situation))}
            words="Open in a new sandbox"
          />
        )}
        <Button onClick={onClose} words="Discard" />
      </div>
    </Dialog>
  )
}

function describe({ orders = [], faults = [], now }: ScenarioDocument): string {
  const clock = now === undefined ? '' : ', and its own clock'
  return count(orders.length, 'order') + (faults.length === 0 ? '' : `, ${count(faults.length, 'fault')}`) + clock
}

function count(number: number, what: string): string {
  return `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 's'}`
}
