import { queryOptions } from '@tanstack/react-query'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { PROGRAMME_KEY } from '@/client/shared/programme/programme-queries'
import type { PublicEvent } from '@/contract/events/events'
import { getPlace } from '@/contract/events/places'
import type { PublicPlace } from '@/contract/events/places'
import { placeOf } from '@/domain/places/place-slug'
import type { ApiClient } from '@/offline/api/api-client'
import { failureOf } from '@/offline/programme/programme-failure'
import type { ProgrammeReader } from '@/offline/programme/programme-reader'

/** No place has more listed; a recurring event is one. */
const MAX_EVENTS = 100

/** A place, and the events that are upcoming there. */
export interface ShownPlace {
  place: PublicPlace
  events: readonly PublicEvent[]
  /** When it was stored on this device, epoch ms; undefined from the network. */
  savedAt?: number | undefined
}

export interface PlaceContext {
  programme: ProgrammeReader
  /** The server has it alone. */
  api?: ApiClient
}

/**
 * The events at a place, from the replica where it is complete. Only the server knows a place without upcoming events,
 * or a spelling that was merged. `null`: there is no such place.
 */
export function placeQuery({ programme, api }: PlaceContext, slug: string) {
  return queryOptions({
    queryKey: [...PROGRAMME_KEY, 'place', slug],
    networkMode: 'always',
    retry: false,
    staleTime: 60_000,
    queryFn: async (): Promise<ShownPlace | null> => {
      const { data, savedAt } = await programme.list({ tags: [], place: slug }, 1, MAX_EVENTS)
      const place = placeOf(data.items)
      if (place !== undefined) return { place: { slug, ...place }, events: data.items, savedAt }
      return placeWithoutEvents(api ?? (await loadOfflineClient()).api, slug)
    },
  })
}

async function placeWithoutEvents(api: ApiClient, slug: string): Promise<ShownPlace | null> {
  const outcome = await api.call(getPlace, { params: { slug } }, { auth: 'none' })
  if (outcome.kind === 'ok') return { place: outcome.data, events: [] }
  if (outcome.kind === 'refused' && [404, 422].includes(outcome.status)) return null
  throw failureOf(outcome)
}
