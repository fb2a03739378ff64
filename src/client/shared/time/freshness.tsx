import { lazyPart } from '@/client/shared/loading/lazy-part'

const SavedAgeLabel = lazyPart(async () => (await import('./saved-age-label')).SavedAgeLabel, {
  isOptional: true,
})

interface FreshnessProps {
  /** When what is shown was stored in the replica, epoch ms; absent when it came from the network. */
  savedAt: number | undefined
  /** When it was last fetched, epoch ms: a cold start shows what an earlier visit has fetched. */
  fetchedAt: number
  isFailed: boolean
}

/** The age of what is shown, while the network is unreachable. It reads IndexedDB, so it loads after the first paint. */
export function Freshness({ savedAt, fetchedAt, isFailed }: FreshnessProps) {
  return <SavedAgeLabel savedAt={savedAt ?? fetchedAt} isFailed={isFailed} />
}
