import type { SavedTap } from '@/domain/saved/merge-taps'
import type { AppDeps, Handlers } from '@/server/http/routing/handlers'
import { listTaps, storeTaps } from './store'

/** The saved events of an account, for whoever wants them on all devices. */
export function savedHandlers({ db }: AppDeps): Pick<Handlers, 'listSavedEvents' | 'mergeSavedEvents'> {
  return {
    listSavedEvents: async ({ currentUser }) => ({ items: (await listTaps(db, currentUser.id)).map(onWire) }),

    mergeSavedEvents: async ({ body, currentUser, nowSeconds }) => {
      const taps = body.items.map(({ event_id, day, is_saved, tapped_at }) => ({
        eventId: event_id,
        day,
        isSaved: is_saved,
        tappedAt: tapped_at,
      }))
      return { items: (await storeTaps(db, currentUser.id, { taps, nowSeconds })).map(onWire) }
    },
  }
}

function onWire({ eventId, day, isSaved, tappedAt }: SavedTap) {
  return { event_id: eventId, ...(day !== undefined && { day }), is_saved: isSaved, tapped_at: tappedAt }
}
