import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'

let ofThisVisit: QueryClient | undefined

function newClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
}

/** One cache a page visit; on the server one a request. */
function clientOfVisit(): QueryClient {
  if (import.meta.env.SSR) return newClient()
  ofThisVisit ??= newClient()
  return ofThisVisit
}

/** Around pages that ask for online-only data. The programme is shown through `programme-views`. */
export function QueryScope({ children }: { children: ReactNode }) {
  const [client] = useState(clientOfVisit)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
