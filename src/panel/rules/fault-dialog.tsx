import type { ComponentChildren } from 'preact'
import type { Fault } from '../../control-client/index.js'
import { FormDialog } from '../parts/form-dialog.js'
import { useModel } from '../state/panel-model.js'
import { faultFields, faultOf, formOf, PRESETS } from './fault-form.js'

interface FaultDialogProps {
  /** The fault to edit; without one, a new one is added. */
  readonly fault?: Fault | undefined
  /** Whether it is to hit the next request and no other. */
  readonly isForNext?: boolean
  /** Puts the fault where it belongs among those that there are. */
  readonly place: (faults: readonly Fault[], fault: Fault) => readonly Fault[]
  readonly onClose: () => void
}

/** Adds a fault, or edits one. */
export function FaultDialog({ fault, isForNext = false, place, onClose }: FaultDialogProps): ComponentChildren {
  const { box } = useModel()
  const once = isForNext && { times: '1' }
  const [title, button] = words(fault !== undefined, isForNext)
  return (
    <FormDialog
      title={title}
      button={button}
      start={{ ...formOf(fault), ...once }}
      fields={(form) => faultFields(form, isForNext)}
      presets={PRESETS.map(([name, preset]) => [name, { ...preset, ...once }])}
      // The list is read anew: a fault may have fired since the page was last told.
      save={async (form) => await box.faults.set(place(await box.faults.all(), faultOf(form)))}
      notice={{ words: fault === undefined ? 'Fault added' : 'Fault edited' }}
      onClose={onClose}
    />
  )
}

function words(isEdit: boolean, isForNext: boolean): readonly [title: string, button: string] {
  if (isEdit) return ['Edit fault', 'Save']
  return isForNext ? ['Make the next request fail', 'Make it fail'] : ['Add a fault', 'Add fault']
}
