import { View } from '../parts/view.js'
import { ClockCard, TimeLine } from './clock-card.js'
import { FaultCard } from './fault-card.js'
import { FreedomCard } from './freedom-card.js'

export function RulesView() {
  return (
    <View title="Faults and clock">
      <div class="columns">
        <div class="stack">
          <FaultCard />
          <FreedomCard />
        </div>
        <div class="stack">
          <ClockCard />
          <TimeLine />
        </div>
      </div>
    </View>
  )
}
