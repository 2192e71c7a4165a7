import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { usePanelState } from '../state/panel-model.js'
import { Button } from './buttons.js'
import { Dialog } from './dialog.js'
import { Choice, Field } from './field.js'

/** What is filled in; every member is text, empty if there is none. */
type Form<Member extends string> = Readonly<Record<Member, string>>

/** A member of a form: its words, and what may be entered. */
export interface FormField<Member extends string> {
  readonly member: Member
  readonly label: string
  readonly placeholder?: string
  readonly hint?: string
  /** What can be chosen: values and words. Without it, a line of text is entered. */
  readonly options?: readonly (readonly [value: string, words: string])[]
  readonly isRequired?: boolean
  readonly rule?: Rule | undefined
}

/** What a text must be, and what to enter instead, in words. A text that may be empty is right when it is. */
export type Rule = readonly [isRight: (text: string) => boolean, advice: string]

/** The rule that a text matches a pattern. */
export function matches(pattern: RegExp, advice: string): Rule {
  return [(text) => pattern.test(text), advice]
}

/** A line of text. */
export function line<Member extends string>(member: Member, label: string, placeholder: string, rule?: Rule) {
  return { member, label, placeholder, rule }
}

interface FormDialogProps<Member extends string> {
  readonly title: string
  /** The words of the button that saves it. */
  readonly button: string
  readonly start: Form<Member>
  /** What is shown depends on what is filled in. */
  readonly fields: (form: Form<Member>) => readonly FormField<Member>[]
  /** What people fill in most often, by its name. */
  readonly presets?: readonly (readonly [name: string, form: Form<Member>])[]
  /** Saves what is filled in, without spaces around it; answers whether it is saved. */
  readonly save: (form: Form<Member>) => Promise<boolean>
  readonly onClose: () => void
  /** Further buttons. */
  readonly children?: ComponentChildren
}

/** A form in a dialog, which says what is wrong at each field, and closes once it is saved. */
export function FormDialog<Member extends string>({ start, presets = [], ...props }: FormDialogProps<Member>) {
  const [form, setForm] = useState(start)
  // Before it was to be saved once, nothing is called wrong.
  const [isTried, setIsTried] = useState(false)
  const fields = props.fields(form)
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    setIsTried(true)
    if (fields.every((field) => isRight(field, form[field.member])) && (await props.save(trimmed(form))))
      props.onClose()
  }
  return (
    <Dialog title={props.title} isEdited={JSON.stringify(form) !== JSON.stringify(start)} onClose={props.onClose}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <div class="buttons presets">
          {presets.map(([name, preset]) => (
            <Button key={name} onClick={() => setForm(preset)} words={name} />
          ))}
        </div>
        <div class="fields">
          {fields.map((field) => (
            <Input
              key={field.member}
              field={field}
              value={form[field.member]}
              isTried={isTried}
              onInput={(value) => setForm({ ...form, [field.member]: value })}
            />
          ))}
        </div>
        <div class="buttons">
          <button type="submit" class="main" disabled={usePanelState().isBusy}>
            {props.button}
          </button>
          {props.children}
        </div>
      </form>
    </Dialog>
  )
}

interface InputProps {
  readonly field: FormField<string>
  readonly value: string
  readonly isTried: boolean
  readonly onInput: (value: string) => void
}

function Input({ field, isTried, ...rest }: InputProps) {
  const { label, options, rule, member: _, ...texts } = field
  if (options !== undefined) return <Choice label={label} options={options} {...rest} />
  const error = isTried && !isRight(field, rest.value) ? rule?.[1] : undefined
  return <Field label={label} {...texts} {...rest} error={error} />
}

function isRight({ rule, isRequired = false }: FormField<string>, value: string): boolean {
  const text = value.trim()
  return rule === undefined || (text === '' ? !isRequired : rule[0](text))
}

function trimmed<Member extends string>(form: Form<Member>): Form<Member> {
  const members = Object.entries<string>(form).map(([member, text]) => [member, text.trim()])
  return Object.fromEntries(members) as Form<Member>
}
