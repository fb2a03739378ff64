import { QueryClient } from '@tanstack/react-query'

/** The query cache of one page visit (browser) or one request (server). A failed call is shown at once, with a way to try again. */
export function createQueryClient(): QueryClient {
  const defaultOptions = {
    queries: { retry: false, staleTime: 60_000 },
    mutations: { networkMode: 'always' },
  } as const
  return new QueryClient({ defaultOptions })
}
