import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from './button.js'
import { Dialog } from './dialog.js'
import { Failure } from './failure.js'
import { Choice, Field } from './field.js'
import { type NoticeOfAction, useAction } from './use-action.js'

/** A member of a form: its words, and what may be entered. Every member is text, empty if there is none. */
export interface FormField<Member extends string> {
  readonly member: Member
  readonly label: string
  readonly placeholder?: string
  readonly hint?: string
  /** What can be chosen: values and words. Without it, a line of text is entered. */
  readonly options?: readonly (readonly [value: string, words: string])[]
  readonly isRequired?: boolean
  readonly rule?: Rule
}

/** What a text must be, and what to enter instead, in words. A text that may be empty is right when it is. */
export type Rule = readonly [isRight: (text: string) => boolean, advice: string]

/** The rule that a text matches a pattern. */
export function matches(pattern: RegExp, advice: string): Rule {
  return [(text) => pattern.test(text), advice]
}

/** A line of text. */
export function line<Member extends string>(
  member: Member,
  label: string,
  placeholder: string,
  rule?: Rule,
): FormField<Member> {
  return { member, label, placeholder, ...(rule !== undefined && { rule }) }
}

interface FormDialogProps<Member extends string> {
  readonly title: string
  /** The words of the button that saves it. */
  readonly button: string
  readonly start: Readonly<Record<Member, string>>
  /** What is shown depends on what is filled in. */
  readonly fields: (form: Readonly<Record<Member, string>>) => readonly FormField<Member>[]
  /** What people fill in most often, by its name. */
  readonly presets?: readonly (readonly [name: string, form: Readonly<Record<Member, string>>])[]
  /** Saves what is filled in, without spaces around it. */
  readonly save: (form: Readonly<Record<Member, string>>) => Promise<unknown>
  readonly notice?: NoticeOfAction
  readonly onClose: () => void
  /** Further buttons. */
  readonly children?: ComponentChildren
  /** What follows the form. */
  readonly below?: ComponentChildren
}

/** A form in a dialog, which says what is wrong at each field, and closes once it is saved. */
export function FormDialog<Member extends string>(props: FormDialogProps<Member>): ComponentChildren {
  const { title, start, presets = [], onClose } = props
  const [before] = useState(start)
  const [form, setForm] = useState(before)
  const [isTried, setIsTried] = useState(false)
  const action = useAction()
  const fields = props.fields(form)
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    setIsTried(true)
    if (fields.some((field) => !isRight(field, form[field.member]))) return
    if (await action.run(() => props.save(trimmed(form)), props.notice)) onClose()
  }
  return (
    <Dialog title={title} isEdited={JSON.stringify(form) !== JSON.stringify(before)} onClose={onClose}>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <Presets presets={presets} onChoose={setForm} />
        <div class="fields">
          {fields.map((field) => (
            <Input
              key={field.member}
              field={field}
              value={form[field.member]}
              isTried={isTried}
              onChange={(value) => setForm({ ...form, [field.member]: value })}
            />
          ))}
        </div>
        <Failure of={action} />
        <div class="buttons">
          <button type="submit" class="main" disabled={action.isBusy}>
            {props.button}
          </button>
          {props.children}
        </div>
      </form>
      {props.below}
    </Dialog>
  )
}

interface PresetsProps<Member extends string> {
  readonly presets: NonNullable<FormDialogProps<Member>['presets']>
  readonly onChoose: (form: Readonly<Record<Member, string>>) => void
}

function Presets<Member extends string>({ presets, onChoose }: PresetsProps<Member>): ComponentChildren {
  if (presets.length === 0) return null
  return (
    <div class="buttons presets" role="group" aria-label="Presets">
      {presets.map(([name, preset]) => (
        <Button key={name} onClick={() => onChoose(preset)} words={name} />
      ))}
    </div>
  )
}

interface InputProps {
  readonly field: FormField<string>
  readonly value: string
  /** Whether it was to be saved already; before that, nothing is called wrong. */
  readonly isTried: boolean
  readonly onChange: (value: string) => void
}

function Input({ field, value, isTried, onChange }: InputProps): ComponentChildren {
  const { label, options, rule, ...texts } = field
  if (options !== undefined) return <Choice label={label} value={value} onChange={onChange} options={options} />
  const error = isTried && !isRight(field, value) ? rule?.[1] : undefined
  return <Field label={label} {...texts} value={value} error={error} onInput={onChange} />
}

function isRight({ rule, isRequired = false }: FormField<string>, value: string): boolean {
  const text = value.trim()
  return rule === undefined || (text === '' ? !isRequired : rule[0](text))
}

function trimmed<Member extends string>(form: Readonly<Record<Member, string>>): Readonly<Record<Member, string>> {
  const members = Object.entries<string>(form).map(([member, text]) => [member, text.trim()])
  return Object.fromEntries(members) as Readonly<Record<Member, string>>
}
