import { MutationObserver, QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { deferred } from '@/offline/platform/deferred'
import { BACK_OFFICE_KEY, clearQueries } from './account-queries'
import { ownKey } from './own-queries'

const EVENT = ['programme', 'event', 'e1']

/** Ana has seen her profile, the back office, an event of hers under review and a public one. */
function seenByAna(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  client.setQueryData(ownKey('ana', 'profile'), 'Ana')
  client.setQueryData([...BACK_OFFICE_KEY, 'users'], ['Rui'])
  client.setQueryData(EVENT, { data: 'under review', isPrivate: true })
  client.setQueryData(['programme', 'event', 'e2'], { data: 'public' })
  client.setQueryData(['programme', 'list'], 'public')
  return client
}

const everything = (client: QueryClient) =>
  JSON.stringify(
    client
      .getQueryCache()
      .findAll()
      .map(({ state }) => state.data),
  )

it.each([true, false])(
  'only what everybody may see is left (somebody else is signed in: %s)',
  (isSignedIn) => {
    const client = seenByAna()
    clearQueries(client, isSignedIn)
    expect(everything(client)).not.toMatch(/Ana|Rui|under review/)
    expect(client.getQueryData(['programme', 'event', 'e2'])).toEqual({ data: 'public' })
    expect(client.getQueryData(['programme', 'list'])).toBe('public')
  },
)

it('what was being fetched with the token of who has left does not arrive', async () => {
  const client = seenByAna()
  const first = deferred<unknown>()
  const responses = [first.promise, Promise.resolve({ data: 'not found' })]
  const queryFn = () => responses.shift()
  const shown = new QueryObserver<unknown>(client, { queryKey: ['programme', 'event', 'e3'], queryFn })
  const arrived = deferred<unknown>()
  const stop = shown.subscribe(({ data }) => {
    if (data !== undefined) arrived.resolve(data)
  })
  clearQueries(client, false)
  first.resolve({ data: 'secret', isPrivate: true })
  expect(await arrived.promise).toEqual({ data: 'not found' })
  stop()
})

it('what was written goes too', async () => {
  const client = seenByAna()
  const change = new MutationObserver(client, { mutationFn: async (password: string) => password.length })
  await change.mutate('a secret password')
  clearQueries(client, false)
  expect(client.getMutationCache().getAll()).toEqual([])
})
