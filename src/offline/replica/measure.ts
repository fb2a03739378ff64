import type { ReplicaDatabase } from './database'

/** The size of the replica. */
export interface ReplicaSize {
  events: number
  upcoming: number
  /** Photos of upcoming events, by their hash. */
  photos: ReadonlySet<string>
  /** About as many bytes as its records take; the browser's own bookkeeping is not in it. */
  bytes: number
}

/** Reads every record: for a page that shows it, not for a cold start. `nowSeconds` is the server's time. */
export async function measureReplica(database: ReplicaDatabase, nowSeconds: number): Promise<ReplicaSize> {
  const photos = new Set<string>()
  let [events, upcoming, bytes] = [0, 0, 0]
  await database.events.each(({ event, photo, endsAt }) => {
    events += 1
    bytes += JSON.stringify(event)?.length ?? 0
    if (endsAt <= nowSeconds) return
    upcoming += 1
    if (photo !== undefined) photos.add(photo)
  })
  return { events, upcoming, photos, bytes }
}
