import type { ComponentChildren, JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import { isStatus } from '../state/shown-order.js'
import { Icon, type IconName } from './icon.js'

type ButtonProps = Omit<JSX.IntrinsicElements['button'], 'children' | 'icon'> &
  Readonly<{ words: string; icon?: IconName }>

/** A button; unless it says that it submits a form, it does something at once. */
export function Button({ words, icon, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest}>
      {icon && <Icon name={icon} />}
      {words}
    </button>
  )
}

export function NewButton(props: ButtonProps) {
  return <Button class="main" icon="add" aria-keyshortcuts="n" {...props} />
}

/** A button in a row of its kind, which says what it is about to those who do not see the row. */
export function ActionButton({ about, ...rest }: { readonly about: string } & ButtonProps) {
  return <Button class="quiet" aria-label={`${rest.words} ${about}`} {...rest} />
}

type Option<Value> = readonly [value: Value, words: string, count?: number | undefined, title?: string]
type Filter<Value> = Readonly<{ label: string; value: Value; onChange: (value: Value) => void }> &
  Readonly<{ options: readonly Option<Value>[]; children?: ComponentChildren }>

export function FilterButtons<Value extends string>({ label, value, onChange, options, children }: Filter<Value>) {
  return (
    <div class="line filters" role="group" aria-label={label}>
      {options.map(([each, words, count, title]) => (
        <button
          key={each}
          value={each}
          type="button"
          title={title}
          aria-pressed={each === value}
          onClick={() => onChange(each)}
        >
          {isStatus(each) && <Icon name={each} />}
          {words} {count !== undefined && <span class="count">{count.toLocaleString('en')}</span>}
        </button>
      ))}
      {children}
    </div>
  )
}

export function CopyButton({ text, what, words = 'Copy' }: Readonly<{ text: string; what: string; words?: string }>) {
  const [result, setResult] = useState('')
  const copy = async (): Promise<void> => {
    setResult((await putOnClipboard(text)) ? 'Copied' : 'Copy failed')
    setTimeout(() => setResult(''), 1500)
  }
  return (
    <button type="button" class="quiet copy" aria-label={`Copy ${what}`} onClick={() => void copy()}>
      {result || words}
      <span class="unseen" role="status">
        {result && `${result}: ${what}`}
      </span>
    </button>
  )
}

type CodeBoxProps = Readonly<{ codes: Readonly<Record<string, string>>; what: string; children?: ComponentChildren }>

/** The same for several tools or cases, of which one is shown; or one text with its name. */
export function CodeBox({ codes, what, children }: CodeBoxProps) {
  const kinds = Object.keys(codes)
  const [kind = '', setKind] = useState(kinds[0])
  const [text = '', name] = [codes[kind], `${kind} ${what}`]
  const choices = kinds.map((each) => [each, each] as const)
  return (
    <div class="code-box">
      <div class="line code-head">
        {kinds.length > 1 ? (
          <FilterButtons label={what} value={kind} onChange={setKind} options={choices} />
        ) : (
          <span class="hint">{name}</span>
        )}
        <CopyButton text={text} what={name} />
      </div>
      <pre tabIndex={0} role="group" aria-label={name}>
        <code>{text}</code>
      </pre>
      {children}
    </div>
  )
}

/** Whether the text is on the clipboard now. A page from another machine, or in a frame, may lack `navigator.clipboard`. */
export async function putOnClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {}
  const area = document.createElement('textarea')
  area.value = text
  // What lies beside an open dialog cannot be selected.
  const place = document.activeElement?.closest('dialog') ?? document.body
  place.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  return isCopied
}

type MenuProps = Readonly<{ name: string; class?: string; children: ComponentChildren }>

/** Actions for which a narrow window has no room: there a button opens them, in a wide one they stand in line. */
export function Menu({ name, class: kind = '', children }: MenuProps) {
  const id = useId()
  const named = { 'aria-label': name, title: name }
  return (
    <>
      <Button class="quiet more" popovertarget={id} {...named} tabIndex={kind === '' ? 0 : -1} words="⋯" />
      <div id={id} popover="auto" class={`menu ${kind}`} onClick={(event) => event.currentTarget.hidePopover()}>
        {children}
      </div>
    </>
  )
}
