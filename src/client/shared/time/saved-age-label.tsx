import { useLiveQuery } from 'dexie-react-hooks'
import { usePageProgramme } from '@/client/shared/offline/page-programme'
import { useOnline } from '@/client/shared/offline/use-online'
import { SavedAge, type FreshnessProps } from './saved-age'

/** 'Saved 2 hours ago': what is shown comes from the replica and the network is unreachable (rules 13). */
export function SavedAgeLabel({ savedAt, query }: FreshnessProps) {
  const replica = usePageProgramme()?.replica
  const isOnline = useOnline()
  const sync = useLiveQuery(() => replica?.sync(), [replica])
  const isAway = !isOnline || query.isRefetchError || sync?.unreachableAt !== undefined
  if (replica === undefined || !isAway) return null
  return <SavedAge savedAt={Math.max(savedAt ?? query.dataUpdatedAt, sync?.syncedAt ?? 0)} />
}
