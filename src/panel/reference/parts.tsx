import { type FreedomName, freedoms, openPoints, operations, parseJson, stringifyJson } from '../../spec/index.js'
import { CodeBox } from '../parts/buttons.js'
import { useAnswer } from '../parts/use-answer.js'
import { HttpStatus } from '../parts/view.js'
import { mockHere } from '../state/mock-here.js'
import type { DescribedPart, MediaContent, Reference } from './reference.js'

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

/** Sections that belong to that of an operation; other sections without an operation are about all operations. */
const PARTS: Readonly<Record<string, string>> = {
  Order: 'List orders',
  'States and transitions': 'Cancel an order',
}

function operationFor(name: FreedomName): string | undefined {
  const { section } = openPoints[name]
  const of = name === 'pet' ? 'Versioning' : (PARTS[section] ?? section)
  return Object.values(operations).find(({ clause }) => clause === of)?.operationId
}

interface LeftOpenProps extends Pick<Reference, 'assumptions'> {
  /** Without it, what is open for all operations. */
  readonly operation?: string
}

/** What the specification leaves open for an operation, with what this sandbox does, and a link to the reasons. */
export function LeftOpen({ operation, assumptions }: LeftOpenProps) {
  const chosen = useAnswer(() => mockHere().sandbox().freedoms.read(), [])?.choices
  const own = freedoms.filter(({ name }) => operationFor(name) === operation)
  return (
    <dl class="members">
      {own.map(({ name, choices }) => (
        <div key={name}>
          <dt>
            <Line text={openPoints[name].open} />
          </dt>
          <dd>
            {choices.map((each) => each.name).join(', ')}{' '}
            {chosen !== undefined && chosen[name] !== choices[0]?.name && (
              <span class="badge pending">{chosen[name]} here</span>
            )}{' '}
            <Reasons freedom={name} assumptions={assumptions} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Assumptions name the freedoms that change them. */
function Reasons({ freedom, assumptions }: { readonly freedom: FreedomName } & Pick<Reference, 'assumptions'>) {
  const index = assumptions.findIndex(({ text }) => text.includes(`\`${freedom}\``))
  if (index < 0) return null
  return (
    <a href={`#assumption-${index}`} aria-label={`Reasons: ${assumptions[index]?.name}`}>
      Reasons
    </a>
  )
}
