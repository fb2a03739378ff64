import { useLiveQuery } from 'dexie-react-hooks'
import { useOfflineClient } from '@/client/shared/offline/offline-client'
import { useOnline } from '@/client/shared/offline/use-online'
import { SavedAge } from './saved-age'

/** 'Saved 2 h ago': what is shown comes from the replica and the network is unreachable (rules 13). */
export function SavedAgeLabel({ savedAt, isFailed }: { savedAt: number; isFailed: boolean }) {
  const client = useOfflineClient()
  const isOnline = useOnline()
  const sync = useLiveQuery(() => client?.replica.sync(), [client])
  const isAway = !isOnline || isFailed || sync?.unreachableAt !== undefined
  if (client === undefined || !isAway) return null
  return <SavedAge savedAt={Math.max(savedAt, sync?.syncedAt ?? 0)} />
}
