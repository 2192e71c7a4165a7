import { type FreedomName, freedoms, openPoints, operations } from '../../spec/index.js'
import { useAnswer } from '../parts/use-answer.js'
import { mockHere } from '../state/mock-here.js'
import { Line } from './parts.js'
import type { Reference } from './reference.js'

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
