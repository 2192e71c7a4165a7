import { expect, test } from 'vitest'
import { checkSmall, failures } from './check-provider.js'

test.concurrent.each([3, 10])(
  'one of %i cancels is refused by chance, and succeeds right after: no job has shipped the order',
  async (many) => {
    let random = 7
    const report = await checkSmall(
      (usual) => ({
        cancel: (order) => {
          if (order.status !== 'pending') return usual.cancel(order)
          random = (random * 48_271) % 2_147_483_647
          return random % many === 0 ? usual.error(409, 'busy') : usual.cancel(order)
        },
      }),
      { runs: 5 },
    )
    expect(failures(report)).not.toEqual([])
  },
)
