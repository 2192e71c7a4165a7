import { parseJson, stringifyJson } from '../../spec/index.js'
import { CodeBox } from '../parts/buttons.js'
import { HttpStatus } from '../parts/view.js'
import type { MediaContent, DescribedPart } from './reference.js'

/** The parts of something: parameters, responses, fields. */
export function Parts({ parts, kind = '' }: { readonly parts: readonly DescribedPart[]; readonly kind?: string }) {
  return (
    <dl class={`members ${kind}`}>
      {parts.map(({ name, remark, type = '', text, contents }) => (
        <div key={name}>
          <dt>
            {contents === undefined ? <code>{name}</code> : <HttpStatus status={Number(name)} />}{' '}
            <span class="hint">{remark}</span>
          </dt>
          <dd>
            <span class="type">
              <Line text={type} />
            </span>
            <Prose text={text} />
            {contents?.length === 0 && <p class="hint">No body is described.</p>}
            {contents !== undefined && <Contents contents={contents} what={`Example of ${name}`} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function Contents({ contents, what }: { readonly contents: readonly MediaContent[]; readonly what: string }) {
  return contents.map(({ type, example }) => (
    <div key={type}>
      <p class="type">
        <Line text={type} />
      </p>
      {example !== undefined && <CodeBox text={readable(example)} what={what} />}
    </div>
  ))
}

/** JSON on several lines; another text as it is. */
export function readable(text: string): string {
  try {
    return stringifyJson(parseJson(text), 2)
  } catch {
    return text
  }
}

export function Prose({ text }: { readonly text: string }) {
  return text.split(/\n\s*\n/).map((paragraph) => (
    <p key={paragraph}>
      <Line text={paragraph} />
    </p>
  ))
}

export function Line({ text }: { readonly text: string }) {
  return text.split(/(`[^`]+`|\[\w+\]\(#[\w-]+\))/).map((part, index) => {
    if (part.startsWith('`')) return <code key={index}>{part.slice(1, -1)}</code>
    const [, words, target] = /^\[(\w+)\]\((.+)\)$/.exec(part) ?? []
    if (target === undefined) return part
    return (
      <a key={index} href={target}>
        {words}
      </a>
    )
  })
}
