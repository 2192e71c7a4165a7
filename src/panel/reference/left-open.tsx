import { type FreedomName, freedoms, openPoints } from '../../spec/index.js'
import { useAnswer } from '../parts/use-answer.js'
import { mockHere } from '../state/mock-here.js'
import { Line } from './parts.js'
import type { Reference } from './reference.js'

/** The operations that the sections of the specification are about; the others are about all of them. */
const OPERATIONS: Readonly<Record<string, string>> = {
  'List orders': 'listOrders',
  Order: 'listOrders',
  'Cancel an order': 'cancelOrder',
  'States and transitions': 'cancelOrder',
  Versioning: 'getPet',
}

interface LeftOpenProps extends Pick<Reference, 'assumptions'> {
  /** Without it, what is open for all operations. */
  readonly operation?: string
}

/** What the specification leaves open for an operation, with what this sandbox does, and a link to the reasons. */
export function LeftOpen({ operation, assumptions }: LeftOpenProps) {
  const chosen = useAnswer(() => mockHere().sandbox().freedoms.read(), [])?.choices
  const own = freedoms.filter(
    ({ name }) => (name === 'pet' ? 'getPet' : OPERATIONS[openPoints[name].section]) === operation,
  )
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
