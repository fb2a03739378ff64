import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import type { CallInput, Endpoint, Reply } from '@/contract/endpoint'
import type { Outcome } from '@/offline/api/next-step'
import { pageStorage } from '@/offline/page/page-storage'
import { OWN_QUERIES_KEY, storedUser, type KeyValueStorage } from '@/offline/session/stored-session'
import { unwrap } from '@/client/shared/offline/client-call'
import { persistQueries } from '@/client/shared/offline/persist-queries'

export const OWN = {
  networkMode: 'always',
  // The value 'always' would turn this off.
  refetchOnReconnect: true,
  retry: false,
  staleTime: 0,
  gcTime: Infinity,
} as const

/** `meta` of an own query that a cold start without a network shows; of a list its first page. */
export const PERSISTED_OWN = { persist: 'own' } as const

type Call<E extends Endpoint> = [userId: string, endpoint: E, input: CallInput<E>, signal?: AbortSignal]

/** Calls as this user and nobody else: refused as soon as another, or nobody, is signed in. */
export async function outcomeAsUser<E extends Endpoint>(
  ...[userId, endpoint, input, signal]: Call<E>
): Promise<Outcome<Reply<E>>> {
  const { api, session } = await loadOfflineClient()
  return api.call(endpoint, input, { auth: session.tokensOf(userId), signal })
}

export async function callAsUser<E extends Endpoint>(...call: Call<E>): Promise<Reply<E>> {
  return unwrap(await outcomeAsUser(...call))
}

/** True once the own queries of this user are restored from the device, which their parts of a page wait for. They are persisted from then on. */
export function useOwnQueries(userId: string): boolean {
  const queryClient = useQueryClient()
  const [restored, setRestored] = useState<string>()
  useEffect(() => {
    const persisted = persistOwnQueries(queryClient, userId, pageStorage())
    void persisted.then(() => setRestored(userId))
    return () => void persisted.then((stop) => stop())
  }, [queryClient, userId])
  return restored === userId
}

/** Restores the own queries of this user, and persists them until the returned function is called. */
export const persistOwnQueries = (
  queryClient: QueryClient,
  userId: string,
  storage: KeyValueStorage | undefined,
) =>
  persistQueries(queryClient, {
    storage: storage && storageOf(userId, storage),
    key: OWN_QUERIES_KEY,
    userId,
    isPersisted: ({ meta, queryKey: [own, id] }) =>
      meta?.['persist'] === PERSISTED_OWN.persist && own === OWN_KEY[0] && id === userId,
  })

/** Writes only while this user is signed in: a throttled write, perhaps of another tab, brings nothing back after a sign-out. */
function storageOf(userId: string, storage: KeyValueStorage): KeyValueStorage {
  const isSignedIn = () => storedUser(storage)?.id === userId
  return {
    getItem: (key) => (isSignedIn() ? storage.getItem(key) : null),
    setItem: (key, value) => {
      if (isSignedIn()) storage.setItem(key, value)
    },
    removeItem: (key) => {
      if (isSignedIn()) storage.removeItem(key)
    },
  }
}

export const OWN_KEY = ['own'] as const

export function ownKey<const Rest extends readonly unknown[]>(userId: string, ...rest: Rest) {
  return [...OWN_KEY, userId, ...rest] as const
}
