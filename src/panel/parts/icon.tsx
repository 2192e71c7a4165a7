import type { JSX } from 'preact'
import type { ControlOrder, SandboxSummary } from '../../control-client/index.js'
import { STATUSES } from '../state/shown-order.js'

const CUBE = 'M8 2 3 4.8v6.4L8 14l5-2.8V4.8zM3 4.8l5 2.8 5-2.8M8 7.6V14'

const SHAPES = {
  // A status is a shape and a word: a ring, a disc with a tick, a struck ring.
  pending: 'M13.2 8A5.2 5.2 0 1 1 2.8 8a5.2 5.2 0 0 1 10.4 0z',
  shipped: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2zm3.2 4.3-4 4.5L4.6 8.2l1-1 1.5 1.5 3-3.4z',
  cancelled: 'M13.5 8a5.5 5.5 0 1 1-11 0 5.5 5.5 0 0 1 11 0zM4.2 11.8l7.6-7.6',
  search: 'M10.5 10.5 14 14M12 7A5 5 0 1 1 2 7a5 5 0 0 1 10 0z',
  undo: 'M6 3 3 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H7',
  link: 'M6.5 9.5a3 3 0 0 0 4.2 0l2-2a3 3 0 0 0-4.2-4.2l-.7.7M9.5 6.5a3 3 0 0 0-4.2 0l-2 2a3 3 0 0 0 4.2 4.2l.7-.7',
  reset: 'M3 3v3.5h3.5M3.2 6.5a5 5 0 1 1-.2 3',
  clock: 'M8 4.5V8l2.2 1.5M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0z',
  fault: 'M9 1.5 3.5 9H8l-1 5.5L12.5 7H8z',
  freedom: 'M2 4.5h2.5l6 7H14M2 11.5h2.5l6-7H14M12 2.5l2 2-2 2M12 9.5l2 2-2 2',
  compare: 'M8 1.5v13M2.5 3h11v10h-11z',
  add: 'M8 3v10M3 8h10',
  lines: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  sandbox: CUBE,
  brand: CUBE,
} as const

export type IconName = keyof typeof SHAPES

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class={`icon ${name}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={SHAPES[name]} />
    </svg>
  )
}

export function Brand() {
  return (
    <b class="line">
      <Icon name="brand" />
      <span class="name">orders-mock</span>
    </b>
  )
}

export function State({ status, ...rest }: Pick<ControlOrder, 'status'> & JSX.IntrinsicElements['span']) {
  return (
    <span class="state" title={rest.title}>
      <Icon name={status} />
      {rest.children}
    </span>
  )
}

export function Counts({ counts }: Pick<SandboxSummary, 'counts'>) {
  return STATUSES.map((status) => (
    <State key={status} status={status} title={`${counts[status].toLocaleString('en')} ${status}`}>
      {counts[status].toLocaleString('en')}
      <span class="unseen"> {status}</span>
    </State>
  ))
}
