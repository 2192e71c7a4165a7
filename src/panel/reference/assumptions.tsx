import assumptions from '../../../contracts/assumptions.md?raw'
import { Prose } from './schema-text.js'

/** What the specification leaves open, and what the mock does there. */
export function Assumptions() {
  const [, ...points] = assumptions.split('\n## ')
  return (
    <section aria-labelledby="assumptions">
      <h2 id="assumptions">What the specification leaves open</h2>
      <div class="card">
        {points.map((point) => {
          const [title = '', ...lines] = point.split('\n')
          return (
            <details key={title}>
              <summary>{title.replaceAll('`', '')}</summary>
              <Prose text={lines.join('\n').replaceAll('_To change it:_', 'To change it:')} />
            </details>
          )
        })}
      </div>
    </section>
  )
}
