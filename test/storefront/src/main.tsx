import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createQueryClient } from './api/query-client.ts'
import { Storefront } from './storefront.tsx'

// Written out like this, because a build without the variable then has no mock in it.
if (import.meta.env.VITE_MOCK !== undefined) {
  const { startMock } = await import('./start-mock.ts')
  await startMock()
}

const page = document.querySelector('#storefront')
if (page !== null) {
  createRoot(page).render(
    <StrictMode>
      <QueryClientProvider client={createQueryClient()}>
        <Storefront />
      </QueryClientProvider>
    </StrictMode>,
  )
}
