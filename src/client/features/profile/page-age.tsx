import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { SavedAge } from '@/client/shared/time/saved-age'
import { useOnline } from '@/client/shared/offline/use-online'
import { ownEventsQuery, profileQuery } from './profile-queries'

/** How old is what the page shows of this device, once for the whole page; nothing when it is up to date. */
export function PageAge({ userId }: { userId: string }) {
  const isOnline = useOnline()
  const parts = [useQuery(profileQuery(userId)), useInfiniteQuery(ownEventsQuery(userId))]
  const old = parts.filter(({ data, isRefetchError }) => data !== undefined && (!isOnline || isRefetchError))
  if (old.length === 0) return null
  return (
    // The note is as wide as its text, where the page is a grid.
    <div>
      <SavedAge savedAt={Math.min(...old.map(({ dataUpdatedAt }) => dataUpdatedAt))} />
    </div>
  )
}
