import { type FreedomName, freedoms, openPoints, operations, parseJson, stringifyJson } from '../../spec/index.js'
import { Facts, HttpStatus, useAnswer } from '../parts/view.js'
import { mockHere } from '../state/mock-here.js'
import type { DescribedPart, Reference } from './reference.js'

export function Parts({ parts, kind = '' }: { readonly parts: readonly DescribedPart[]; readonly kind?: string }) {
  return (
    <Facts
      class={`members ${kind}`}
      rows={parts.map(({ name, remark, type = '', text, contents }) => [
        <>
          {contents === undefined ? <code>{name}</code> : <HttpStatus status={Number(name)} />}{' '}
          <span class="hint">{remark}</span>
        </>,
        <>
          <Prose text={text} />
          <p class="type">
            <Line text={contents === undefined ? type : (contents[0]?.type ?? 'No body is described.')} />
          </p>
        </>,
      ])}
    />
  )
}

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

/** What the specification leaves open for an operation, or for all operations, with what this sandbox does, and a link to the reasons. */
export function LeftOpen({ operation, assumptions }: Pick<Reference, 'assumptions'> & { readonly operation?: string }) {
  const chosen = useAnswer(() => mockHere().sandbox().freedoms.read(), [])?.choices
  const own = freedoms.filter(({ name }) => {
    const { section } = openPoints[name]
    const of = name === 'pet' ? 'Versioning' : (PARTS[section] ?? section)
    return Object.values(operations).find(({ clause }) => clause === of)?.operationId === operation
  })
  return (
    <Facts
      class="members"
      rows={own.map(({ name, choices }) => [
        <Line text={openPoints[name].open} />,
        <>
          {choices.map((each) => each.name).join(', ')}{' '}
          {chosen !== undefined && chosen[name] !== choices[0]?.name && (
            <span class="badge pending">{chosen[name]} here</span>
          )}{' '}
          <Reasons freedom={name} assumptions={assumptions} />
        </>,
      ])}
    />
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
