import { useEffect, useState } from 'preact/hooks'
import type { ScenarioDocument } from '../../control-client/index.js'
import { Dialog, Question } from '../parts/dialog.js'
import { count } from '../parts/words.js'
import { unpack } from '../sandboxes/situation-link.js'
import { takeFromAddress } from '../state/address.js'
import { goTo } from '../state/load.js'
import { mockHere } from '../state/mock-here.js'
import { useModel } from '../state/panel-model.js'

/** Asks whoever opens a link that carries a situation, and makes a new sandbox of it. */
export function OpenedSituation() {
  const model = useModel()
  const [packed, setPacked] = useState(() => takeFromAddress('situation'))
  const [situation, setSituation] = useState<ScenarioDocument>()
  useEffect(() => {
    if (packed !== undefined) void model.run(async () => setSituation(await unpack(packed)))
  }, [packed])
  const asked = { title: 'Open this situation?', onClose: () => setPacked(undefined) }
  if (packed === undefined) return null
  if (situation === undefined) return <Dialog {...asked} />
  const open = async (): Promise<void> => {
    const made = await mockHere().createSandbox()
    await made.restore(situation).catch(async (error: unknown) => {
      await made.delete()
      throw error
    })
    goTo(model, { sandboxName: made.name })
  }
  return (
    <Question {...asked} yes="Open in a new sandbox" no="Discard" onYes={open}>
      It has {describe(situation)}. It opens in a new sandbox.
    </Question>
  )
}

function describe({ orders = [], faults = [], now }: ScenarioDocument): string {
  const parts = [count(orders.length, 'order'), ...(faults.length === 0 ? [] : [count(faults.length, 'fault')])]
  return [...parts, ...(now === undefined ? [] : ['a clock of its own'])].join(', ')
}
