import { queryOptions } from '@tanstack/react-query'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { listSignInProviders } from '@/contract/accounts/accounts'
import type { SignInProvider, SignInProviders } from '@/contract/accounts/accounts'
import { parseUrl } from '@/domain/text/parse-url'
import type { ApiClient } from '@/offline/api/api-client'

interface PageServer {
  api: ApiClient
  origin: string
}

/**
 * The providers that the server has configured; an error, and no data, while it does not say. A page that the server renders
 * asks it in the same process, so that the buttons are there from the start.
 */
export function signInProvidersQuery(server?: PageServer) {
  return queryOptions({
    queryKey: ['sign-in-providers'],
    queryFn: async (): Promise<SignInProviders> => {
      const { api, origin } = server ?? { ...(await loadOfflineClient()), origin: window.location.origin }
      const outcome = await api.call(listSignInProviders, {}, { auth: 'none' })
      if (outcome.kind !== 'ok') throw new Error('The server does not say which providers it has')
      return onlyReturning(outcome.data, origin)
    },
    staleTime: 10 * 60_000,
    retry: false,
  })
}

/**
 * Leaves out a provider that returns to another origin than this page's: no attempt would be there, and its button could not
 * work.
 */
function onlyReturning(providers: SignInProviders, origin: string): SignInProviders {
  const isHere = (settings: SignInProvider) => parseUrl(settings.redirect_uri)?.origin === origin
  return Object.fromEntries(
    Object.entries(providers).filter(([, settings]) => settings !== undefined && isHere(settings)),
  )
}
