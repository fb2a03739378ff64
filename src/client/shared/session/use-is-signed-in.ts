import { useSyncExternalStore } from 'react'
import { pageStorage } from '@/offline/page/page-storage'
import { isSessionStored } from '@/offline/session/stored-session'
import { loadedOfflineClient, watchOfflineClient } from '@/client/shared/offline/offline-client'

/** Whether somebody is signed in, at the first paint: by what is stored, until the offline client knows better. */
export function useIsSignedIn(): boolean {
  return useSyncExternalStore(watchOfflineClient, isSignedIn, () => false)
}

function isSignedIn(): boolean {
  const client = loadedOfflineClient()
  return client === undefined ? isSessionStored(pageStorage()) : client.session.current() !== undefined
}
