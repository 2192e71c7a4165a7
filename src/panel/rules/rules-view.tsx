import { ViewHead } from '../parts/view.js'
import { ClockCard } from './clock-card.js'
import { FaultCard } from './fault-card.js'

/** What goes wrong in the sandbox, and what time it is there. */
export function RulesView() {
  return (
    <section aria-labelledby="view-title">
      <ViewHead title="Faults and clock" />
      <div class="columns">
        <FaultCard />
        <ClockCard />
      </div>
    </section>
  )
}
