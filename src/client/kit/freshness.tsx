import { loadWhenIdle } from '@/client/shell/load-when-idle'

const SavedAgeLabel = loadWhenIdle(async () => (await import('./saved-age-label')).SavedAgeLabel)

interface FreshnessProps {
  /** Since when the device has what is shown, epoch ms; absent when the server sent it just now. */
  savedAt: number | undefined
  /** When it was last fetched, epoch ms, in case the next fetch has failed. */
  fetchedAt: number
  isFailed: boolean
}

/** How old what is shown is, while the network is away. It reads the device's storage, so it comes after the first paint. */
export function Freshness({ savedAt, fetchedAt, isFailed }: FreshnessProps) {
  if (savedAt === undefined && !isFailed) return null
  return <SavedAgeLabel savedAt={savedAt ?? fetchedAt} isFailed={isFailed} />
}
