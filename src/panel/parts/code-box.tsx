import { useState } from 'preact/hooks'
import { CopyButton, FilterButtons } from './buttons.js'

interface CodeBoxProps {
  readonly code: string
  /** What it is, such as `curl lines`. */
  readonly what: string
}

/** Code to read and to copy. */
export function CodeBox({ code, what }: CodeBoxProps) {
  return (
    <div class="code-box">
      <pre tabIndex={0} role="group" aria-label={what}>
        <code>{code}</code>
      </pre>
      <CopyButton text={code} what={what} />
    </div>
  )
}

/** One thing said for several tools, of which one is shown. */
export function CodeChoice({ codes }: { readonly codes: Readonly<Record<string, string>> }) {
  const [kind = '', setKind] = useState(Object.keys(codes)[0])
  return (
    <>
      <FilterButtons
        label="Lines for"
        value={kind}
        onChange={setKind}
        options={Object.keys(codes).map((each) => [each, each])}
      />
      <CodeBox code={codes[kind] ?? ''} what={`${kind} lines`} />
    </>
  )
}
