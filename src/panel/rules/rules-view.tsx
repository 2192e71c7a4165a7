import type { ComponentChildren } from 'preact'
import { ClockCard } from './clock-card.js'
import { FaultCard } from './fault-card.js'
import { TimeLine } from './time-line.js'

/** What goes wrong in the sandbox, and what time it is there. */
export function RulesView(): ComponentChildren {
  return (
    <section aria-labelledby="view-title">
      <div class="view-head">
        <h1 id="view-title" tabIndex={-1}>
          Faults and clock
        </h1>
      </div>
      <div class="columns">
        <FaultCard />
        <div class="stack">
          <ClockCard />
          <TimeLine />
        </div>
      </div>
    </section>
  )
}
