import { useOrdersApi } from '../api/orders-api.tsx'
import { formatDate } from './format-date.ts'

/** Says until when the service shows pets, as soon as it has said so itself. */
export function DeprecationBanner() {
  const { deprecation } = useOrdersApi()
  return (
    <div role="status">
      {deprecation !== undefined && (
        <p className="notice">
          {deprecation.sunset === undefined
            ? 'The store is going to show no pets any more.'
            : `The store shows pets until ${formatDate(deprecation.sunset)}.`}
        </p>
      )}
    </div>
  )
}
