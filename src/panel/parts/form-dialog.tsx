import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { closeDialog, state } from '../state/panel-state.js'
import { Button } from './buttons.js'
import { Dialog } from './dialog.js'
import { Field, type FieldProps } from './field.js'
import { focusMistake } from './focus.js'

/** The input; every field is text, empty if there is none. */
export type Form<Member extends string> = Readonly<Record<Member, string>>

/** A field of a form: its words, and what may be entered. */
export type FormField<Member extends string> = Omit<FieldProps, 'value' | 'onInput' | 'error' | 'type'> &
  Readonly<{ member: Member; isRare?: boolean; rule?: Check | undefined }>

/** What a text must be, and what to enter instead, in words. A text that may be empty is valid when it is. */
export type Check = readonly [isRight: (text: string) => boolean, advice: string]

export function matches(pattern: RegExp, advice: string): Check {
  return [(text) => pattern.test(text), advice]
}

export function line<Member extends string>(member: Member, label: string, placeholder: string, rule?: Check) {
  return { member, label, placeholder, rule }
}

interface FormDialogProps<Member extends string> {
  readonly title: string
  readonly text?: string
  readonly button: string
  readonly isFinal?: boolean
  readonly start: Form<Member>
  readonly fields: (form: Form<Member>) => readonly FormField<Member>[]
  /** Saves the input to the fields that are shown, without spaces around it; returns whether it is saved. */
  readonly save: (form: Partial<Form<Member>>) => Promise<boolean>
  readonly children?: ComponentChildren
}

/** A form in a dialog: once a person tries to save it, it says what is wrong at each field; saved, it closes. */
export function FormDialog<Member extends string>({ start, ...props }: FormDialogProps<Member>) {
  const [form, setForm] = useState(start)
  const [isTried, setIsTried] = useState(false)
  const fields = props.fields(form)
  const submit = async (): Promise<void> => {
    setIsTried(true)
    const { dialog } = state.value
    const isRight = fields.every((field) => errorOf(field, form[field.member]) === undefined)
    if (!isRight) focusMistake()
    else if (await props.save(formWith(fields, form))) closeDialog(dialog)
  }
  const rare = fields.filter(({ isRare }) => isRare)
  const input = ({ member, ...field }: FormField<Member>) => (
    <Field
      key={member}
      {...field}
      value={form[member]}
      error={isTried ? errorOf(field, form[member]) : undefined}
      onInput={(value) => setForm({ ...form, [member]: value })}
    />
  )
  return (
    <Dialog title={props.title}>
      <form noValidate data-edited={JSON.stringify(form) !== JSON.stringify(start)} onSubmit={() => void submit()}>
        {props.text && <p>{props.text}</p>}
        <div class="fields">{fields.filter((field) => !rare.includes(field)).map(input)}</div>
        <details hidden={rare.length === 0} open={rare.some(({ member }) => start[member] !== '')}>
          <summary>More</summary>
          <div class="fields">{rare.map(input)}</div>
        </details>
        <div class="lines buttons">
          <button type="submit" class={props.isFinal ? 'danger' : 'main'} disabled={state.value.isBusy}>
            {props.button}
          </button>
          {props.children}
        </div>
      </form>
    </Dialog>
  )
}

type QuestionProps = Omit<FormDialogProps<never>, 'start' | 'fields' | 'children'> & { readonly no: string }

export function Question({ no, ...props }: QuestionProps) {
  return (
    <FormDialog {...props} start={{}} fields={() => []}>
      <Button onClick={() => closeDialog()} words={no} />
    </FormDialog>
  )
}

function errorOf({ rule, isRequired = false }: Omit<FormField<string>, 'member'>, value: string): string | undefined {
  const text = value.trim()
  const isRight = rule === undefined || (text === '' ? !isRequired : rule[0](text))
  return isRight ? undefined : rule[1]
}

type Given<Member extends string> = { readonly [member in Member]?: string | number | bigint | boolean | undefined }

export function formWith<Member extends string>(fields: readonly FormField<Member>[], given: Given<Member>) {
  return Object.fromEntries(fields.map(({ member }) => [member, String(given[member] ?? '').trim()])) as Form<Member>
}
