import { recordActivity } from '@/server/platform/database/accounts/activities'
import { ApiError } from '@/server/http/errors/api-error'
import type { AppDeps, Handlers } from '@/server/http/routing/handlers'
import { findPlace } from './find-place'
import { countedPlaces, mergePlace } from './merge-place'

type PlaceHandlers = Pick<Handlers, 'getPlace' | 'listBackOfficePlaces' | 'mergePlace'>

/** These calls read and merge the places of events. */
export function placeHandlers({ db, responses }: AppDeps): PlaceHandlers {
  return {
    getPlace: async ({ params: { slug } }) => {
      const place = await findPlace(db, slug)
      if (place === undefined) throw new ApiError('NOT_FOUND')
      return place
    },

    listBackOfficePlaces: async () => ({ items: await countedPlaces(db) }),

    mergePlace: async (request) => {
      const { params, body, nowSeconds } = request
      const into = await db.transaction(async (tx) => {
        const done = await mergePlace(tx, params.slug, body.into_slug, nowSeconds)
        const details = { name: done.into.location_name }
        const subject = { id: done.id, label: done.merged.location_name, details }
        await recordActivity(tx, request, 'place.merged', [subject])
        return done.into
      })
      responses.clear()
      return into
    },
  }
}
